let isConnected = false;

/** Whether all changes of tasks are told as they happen, so that nothing need be polled. */
export const isLive = (): boolean => isConnected;

/** For the connection alone. */
export const setLive = (is: boolean): void => {
  isConnected = is;
};
