import type { Clock } from '@mayfly/clock';
import { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import { type Client, type ClientOptions, openClient, Owners } from '@mayfly/grpc';
import { bucketOf, type HostKey, hostOf, type Url } from '@mayfly/url';

/** How to reach the frontier. */
export interface FrontierOptions extends Pick<ClientOptions, 'service' | 'target' | 'tls'> {
  readonly clock: Clock;
  readonly random: () => number;
}

/** The frontier: any replica of it, and those that own the hosts. */
export interface FrontierReplicas extends AsyncDisposable {
  /** For what every replica can answer. */
  readonly any: Client<FrontierServiceDefinition>;
  readonly owners: Owners<Client<FrontierServiceDefinition>>;
  /** What has one owner: the bucket of a host. */
  readonly keyOfHost: (host: HostKey) => number;
  readonly keyOfUrl: (url: Url) => number;
  readonly close: () => Promise<void>;
}

/** Opens clients of the frontier. They connect when the first call is made. */
export async function openFrontier(options: FrontierOptions): Promise<FrontierReplicas> {
  const { random, ...around } = options;
  const open = (target: string) => openClient(FrontierServiceDefinition, { ...around, target });
  const any = await open(around.target);
  const owners = new Owners({
    ...{ any, random, clock: around.clock },
    open: (address) => open(`dns:///${address}`),
    read: (client, call) => client.getBuckets({}, call),
  });
  const close = async () => {
    await owners.close();
    await any.close();
  };
  return {
    ...{ any, owners, close },
    keyOfHost: bucketOf,
    keyOfUrl: (url) => bucketOf(hostOf(url)),
    [Symbol.asyncDispose]: close,
  };
}
