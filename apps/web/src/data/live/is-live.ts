let isConnected = false;

/** Whether changes of tasks and followed records arrive as they happen, so that polling is unnecessary. */
export const isLive = (): boolean => isConnected;

/** For the connection alone. */
export const setLive = (is: boolean): void => {
  isConnected = is;
};
