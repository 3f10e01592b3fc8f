import type { ClientOptions as GrpcClientOptions } from '@grpc/grpc-js';
import type { ServiceDefinition } from '../definition.ts';
import { MAX_MESSAGE_BYTES } from '../server/limits.ts';
import type { ClientOptions } from './client-options.ts';
import { serviceConfig } from './service-config.ts';

/** Soon enough that a call to a machine that has died does not wait for its deadline. */
const KEEPALIVE_MS = 20_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;

/** A client's options as gRPC names them. */
export function grpcOptions(
  definition: ServiceDefinition,
  options: Pick<ClientOptions, 'keepaliveMs' | 'keepaliveTimeoutMs' | 'maxMessageBytes' | 'tls'>,
): GrpcClientOptions {
  const { maxMessageBytes = MAX_MESSAGE_BYTES, tls } = options;
  return {
    'grpc.service_config': serviceConfig(definition),
    // Only we say how calls are retried, no DNS record does.
    'grpc.service_config_disable_resolution': 1,
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.max_receive_message_length': maxMessageBytes,
    // A message that is larger than what is kept for a second try is never tried again.
    'grpc.per_rpc_retry_buffer_size': maxMessageBytes,
    'grpc.retry_buffer_size': 16 * maxMessageBytes,
    'grpc.keepalive_time_ms': options.keepaliveMs ?? KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': options.keepaliveTimeoutMs ?? KEEPALIVE_TIMEOUT_MS,
    // A server that restarts is found again at once, not after two minutes.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 5_000,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    // Connections belong to this client: they close with it, and show its certificate only.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.enable_channelz': 0,
    ...(tls?.serverName === undefined ? {} : { 'grpc.ssl_target_name_override': tls.serverName }),
  };
}
