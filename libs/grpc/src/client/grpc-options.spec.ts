import { describe, expect, it } from '@jest/globals';
import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { grpcOptions } from './grpc-options.ts';

const MIB = 1_024 * 1_024;

describe('grpcOptions of a client', () => {
  it('are those that no service may forget', () => {
    const { 'grpc.service_config': _, ...options } = grpcOptions(ToyServiceDefinition, {});
    expect(options).toEqual({
      'grpc.service_config_disable_resolution': 1,
      'grpc.max_send_message_length': 4 * MIB,
      'grpc.max_receive_message_length': 4 * MIB,
      'grpc.per_rpc_retry_buffer_size': 4 * MIB,
      'grpc.retry_buffer_size': 64 * MIB,
      'grpc.keepalive_time_ms': 20_000,
      'grpc.keepalive_timeout_ms': 10_000,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 5_000,
      'grpc.dns_min_time_between_resolutions_ms': 5_000,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.enable_http_proxy': 0,
      'grpc.enable_channelz': 0,
    });
  });

  it('follow what the client was told', () => {
    const tls = { caFile: 'ca.pem', serverName: 'frontier' };
    const told = { maxMessageBytes: MIB, keepaliveMs: 1, keepaliveTimeoutMs: 2, tls };
    expect(grpcOptions(ToyServiceDefinition, told)).toMatchObject({
      'grpc.max_send_message_length': MIB,
      'grpc.per_rpc_retry_buffer_size': MIB,
      'grpc.retry_buffer_size': 16 * MIB,
      'grpc.keepalive_time_ms': 1,
      'grpc.keepalive_timeout_ms': 2,
      'grpc.ssl_target_name_override': 'frontier',
    });
  });
});
