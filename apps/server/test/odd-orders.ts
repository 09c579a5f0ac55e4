/** `tell` answers how many bytes came, else the number of the thread. `report` reports 1 and 2, then spins. */
export type OddOrder = { what: 'tell' | 'refuse' | 'throw' | 'spin' | 'report' | 'fill'; bytes?: Uint8Array };
