import { describe, expect, it } from '@jest/globals';
import { CONNECTION_LIMITS, grpcOptions, SERVER_LIMITS } from './limits.ts';

const MIB = 1_024 * 1_024;
const MINUTE_MS = 60_000;

describe('grpcOptions of a server', () => {
  it('are those that no service may forget', () => {
    expect(grpcOptions(SERVER_LIMITS, CONNECTION_LIMITS)).toEqual({
      'grpc.max_receive_message_length': 4 * MIB,
      'grpc.max_send_message_length': 4 * MIB,
      'grpc.max_concurrent_streams': 1_000,
      'grpc.max_connection_age_ms': 15 * MINUTE_MS,
      'grpc.max_connection_age_grace_ms': 5 * MINUTE_MS,
      'grpc.max_connection_idle_ms': 10 * MINUTE_MS,
      'grpc.keepalive_time_ms': MINUTE_MS,
      'grpc.keepalive_timeout_ms': 20_000,
      'grpc.enable_channelz': 1,
    });
  });

  it('follow what the server was told', () => {
    const limits = { ...SERVER_LIMITS, receiveBytes: 1, sendBytes: 2 };
    const connections = {
      concurrentStreams: 3,
      ageMs: 4,
      ageGraceMs: 5,
      idleMs: 6,
      keepaliveMs: 7,
      keepaliveTimeoutMs: 8,
    };
    const options = Object.values(grpcOptions(limits, connections));
    expect(options).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);
  });
});
