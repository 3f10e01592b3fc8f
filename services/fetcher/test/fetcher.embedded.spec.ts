import { describe, jest } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { fetcherSuite } from './fetcher-suite.ts';

jest.setTimeout(60_000);
collectLog();

describe('the fetcher on embedded engines', () => fetcherSuite('embedded'));
