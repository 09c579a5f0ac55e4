/** `tell` answers how many bytes came, else the number of the thread. */
export type OddOrder = { what: 'tell' | 'refuse' | 'throw' | 'spin' | 'fill'; bytes?: Uint8Array };
