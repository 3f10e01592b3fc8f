export { ERRORS, type ErrorCode, type GrpcStatusName, isErrorCode } from './catalogue.ts';
export { CrawlError, errorCodeOf, fromWire, isRetryable, toCallerError } from './crawl-error.ts';
