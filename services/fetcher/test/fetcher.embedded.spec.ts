import { describe } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { fetcherSuite } from './fetcher-suite.ts';

collectLog();

describe('the fetcher on embedded engines', () => fetcherSuite('embedded'));
