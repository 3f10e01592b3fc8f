import { type Server, ServerCredentials, Server as GrpcServer } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { bind } from './bind.ts';
import { addressText, type ListenAddress } from './listen-address.ts';

/** Health of the whole process (`""`) and of each service by its full name, as `grpc.health.v1` tells it. */
export class Health {
  readonly #health = new HealthImplementation();
  readonly #names: readonly string[];
  #ownServer: Server | undefined;

  constructor(services: readonly string[]) {
    this.#names = ['', ...services];
    this.setServing(false);
  }

  setServing(serving: boolean, service?: string): void {
    const names = service === undefined ? this.#names : [service];
    for (const name of names) {
      this.#health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
    }
  }

  addTo(server: Server): void {
    this.#health.addToServer(server);
  }

  /** Health alone on a port of its own, in the clear: a probe has no client certificate to show. */
  async listen(address: ListenAddress): Promise<number> {
    this.#ownServer = new GrpcServer();
    this.addTo(this.#ownServer);
    return bind(this.#ownServer, addressText(address), ServerCredentials.createInsecure());
  }

  close(): void {
    this.#ownServer?.forceShutdown();
  }
}
