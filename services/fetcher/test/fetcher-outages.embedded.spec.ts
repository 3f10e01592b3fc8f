import { describe, jest } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { fetcherOutagesSuite } from './fetcher-outages-suite.ts';

jest.setTimeout(60_000);
collectLog();

describe('the fetcher on embedded engines', () => fetcherOutagesSuite('embedded'));
