export { packContent, type Packed, sha256, unpackContent } from './content.ts';
export {
  documentsRecorded,
  fetchesEnded,
  MAX_EVENT_BYTES,
  TOPICS,
  visitsReported,
} from './topics.ts';
