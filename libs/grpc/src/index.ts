export { checkHealth } from './client/check-health.ts';
export type { Client, ClientMethod, OpenClient } from './client/client.ts';
export type { CallOptions, ClientOptions } from './client/client-options.ts';
export { openClient } from './client/open-client.ts';
export { Reachability } from './client/reachability.ts';
export type { MethodDefinition, ServiceDefinition } from './definition.ts';
export { durationMs, durationOf, type ProtoDuration } from './duration.ts';
export type { HealthStatus } from './health-contract.ts';
export type { KeyOwner, OwnerRange, OwnersRead } from './owners/owner-map.ts';
export {
  type OwnerClient,
  Owners,
  type OwnersAnswer,
  type OwnersOptions,
  type Sending,
} from './owners/owners.ts';
export { type Role, ROLES } from './roles.ts';
export type { Authorise, CallerRoles } from './server/authorise.ts';
export type { ConnectionLimits, ServerLimits } from './server/limits.ts';
export { isLoopback, type ListenAddress } from './server/listen-address.ts';
export { openServer } from './server/open-server.ts';
export type { CloseOptions, RunningServer } from './server/running-server.ts';
export { type Handler, type Handlers, serve, type ServedService } from './server/serve.ts';
export type { Caller, ServerCall } from './server/server-call.ts';
export type { ServerOptions } from './server/server-options.ts';
export { type GrpcSettings, readGrpcSettings } from './server/server-settings.ts';
export { TELEMETRY } from './telemetry/telemetry-names.ts';
export type { ClientTls } from './tls/client-tls.ts';
export type { ServerTls } from './tls/server-tls.ts';
export { callWithinProcess } from './within-process.ts';
