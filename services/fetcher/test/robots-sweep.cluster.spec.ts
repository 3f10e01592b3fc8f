import { describe } from '@jest/globals';
import { collectLog } from '@mayfly/telemetry/testing';
import { robotsSweepSuite } from './robots-sweep-suite.ts';

collectLog();

describe('the sweep on cluster engines', () => robotsSweepSuite('cluster'));
