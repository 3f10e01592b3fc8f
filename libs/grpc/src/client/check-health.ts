import { systemClock } from '@mayfly/clock';
import { credentials, makeClientConstructor, type ServiceError } from '@grpc/grpc-js';
import { HEALTH_SERVICE, type HealthResponse, type HealthStatus } from '../health-contract.ts';
import { fromStatus } from '../status.ts';
import { readCertificates } from '../tls/certificates.ts';
import type { ClientTls } from '../tls/client-tls.ts';

interface HealthQuestion {
  /** Full name of a service; the whole process where it is left out. */
  readonly service?: string;
  readonly tls?: ClientTls;
  /** 5 s where it is left out. */
  readonly deadlineMs?: number;
}

type Check = (
  request: { service: string },
  options: { deadline: number },
  done: (error: ServiceError | null, answer?: HealthResponse) => void,
) => void;

/** Asks a server for its health, as a probe does. A service that it does not know is SERVICE_UNKNOWN. */
export async function checkHealth(
  target: string,
  { service = '', tls, deadlineMs = 5_000 }: HealthQuestion = {},
): Promise<HealthStatus> {
  const Health = makeClientConstructor(HEALTH_SERVICE, 'Health');
  const client = new Health(target, await oneTimeCredentials(tls), {
    'grpc.use_local_subchannel_pool': 1,
    ...(tls?.serverName === undefined ? {} : { 'grpc.ssl_target_name_override': tls.serverName }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<HealthStatus>();
  const deadline = systemClock.nowMs() + deadlineMs;
  (client.check as Check).call(client, { service }, { deadline }, (error, answer) => {
    if (error === null) resolve(answer?.status ?? 'UNKNOWN');
    else if (error.details.startsWith('Health status unknown')) resolve('SERVICE_UNKNOWN');
    else reject(fromStatus(error));
  });
  return promise.finally(() => client.close());
}

async function oneTimeCredentials(tls: ClientTls | undefined) {
  if (tls === undefined) return credentials.createInsecure();
  const { identity, ca } = await readCertificates(tls);
  return credentials.createSsl(ca, identity?.privateKey, identity?.certificate);
}
