import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import {
  HEALTH_SERVICE,
  type HealthList,
  type HealthRequest,
  type HealthResponse,
  type HealthStatus,
} from '../health-contract.ts';
import { bind } from './bind.ts';
import { addressText, type ListenAddress } from './listen-address.ts';

type Watcher = ServerWritableStream<HealthRequest, HealthResponse>;

/** Health of the whole process (`""`) and of each service by its full name, as `grpc.health.v1` tells it. */
export class Health {
  readonly #statuses = new Map<string, HealthStatus>();
  readonly #watchers = new Set<Watcher>();
  readonly #names: readonly string[];
  #ownServer: Server | undefined;

  constructor(services: readonly string[]) {
    this.#names = ['', ...services];
    this.setServing(false);
  }

  setServing(serving: boolean, service?: string): void {
    const names = service === undefined ? this.#names : [service];
    for (const name of names) this.#statuses.set(name, serving ? 'SERVING' : 'NOT_SERVING');
    for (const watcher of this.#watchers) {
      if (names.includes(watcher.request.service)) this.#tell(watcher);
    }
  }

  addTo(server: Server): void {
    server.addService(HEALTH_SERVICE, {
      check: (
        { request }: ServerUnaryCall<HealthRequest, HealthResponse>,
        answer: sendUnaryData<HealthResponse>,
      ) => {
        const known = this.#statuses.get(request.service);
        if (known !== undefined) answer(null, { status: known });
        else {
          const details = `Health status unknown for service ${request.service}`;
          answer({ code: status.NOT_FOUND, details });
        }
      },
      watch: (watcher: Watcher) => {
        this.#watchers.add(watcher);
        watcher.on('cancelled', () => this.#watchers.delete(watcher));
        this.#tell(watcher);
      },
      list: (_: unknown, answer: sendUnaryData<HealthList>) =>
        answer(null, { statuses: this.#statuses }),
    });
  }

  /** Health alone on a port of its own, in the clear: a probe has no client certificate to show. */
  async listen(address: ListenAddress): Promise<number> {
    this.#ownServer = new Server();
    this.addTo(this.#ownServer);
    return bind(this.#ownServer, addressText(address), ServerCredentials.createInsecure());
  }

  close(): void {
    this.#ownServer?.forceShutdown();
  }

  #tell(watcher: Watcher): void {
    watcher.write({ status: this.#statuses.get(watcher.request.service) ?? 'SERVICE_UNKNOWN' });
  }
}
