import { describe } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { fetcherOutagesSuite } from './fetcher-outages-suite.ts';

collectLog();

describe('the fetcher on embedded engines', () => fetcherOutagesSuite('embedded'));
