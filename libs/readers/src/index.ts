export { DayReaders, type SketchPage } from './day-readers.ts';
export { HeavyHitters, type Hitter } from './heavy-hitters.ts';
export { ReaderPace, type PaceLimits } from './reader-pace.ts';
export { ReaderSketch, type SketchSize, sketchSize } from './reader-sketch.ts';
export { isRobotAgent } from './robot-agent.ts';
export {
  type Mark,
  markOf,
  type Reader,
  readerBytes,
  readerOf,
  readersIn,
  type Salt,
  saltOf,
} from './salted-reader.ts';
