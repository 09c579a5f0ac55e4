export { type NewSourceEvent, noteSourceEvent, noteSourceEvents } from './note-event';
export { countChanged, noteRunEnded, noteRunStarted } from './runs';
