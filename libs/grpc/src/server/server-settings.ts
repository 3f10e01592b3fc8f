import type { EnvReader } from '@mayfly/config';
import { type Role, ROLES } from '../roles.ts';
import { type CertificateFiles, certificateProblems } from '../tls/certificates.ts';
import type { ClientTls } from '../tls/client-tls.ts';
import type { CallerRoles } from './authorise.ts';
import { SERVER_LIMITS } from './limits.ts';
import { isLoopback } from './listen-address.ts';
import type { CloseOptions } from './running-server.ts';
import type { ServerOptions } from './server-options.ts';

/** What a person can set about a service's server, and about the certificates of its clients. */
export interface GrpcSettings {
  /** To be spread into the options of `openServer`. */
  readonly server: Omit<ServerOptions, 'service' | 'services' | 'random'>;
  /** For `openClient`: a service shows the same certificate when it calls as when it answers. */
  readonly clientTls: ClientTls | undefined;
  /** For `close`. */
  readonly closing: CloseOptions;
}

/** A process that stops is ended after 25 s (`run` of @mayfly/lifecycle), and more than its server must close. */
const MAX_DRAIN_MS = 20_000;

const CALLER = /^[^=\s]+=(?:read|submit|operate|admin)(?:\+(?:read|submit|operate|admin))*$/;

/** Reads the settings that every service has, under the names of the one whose prefix it is. */
export function readGrpcSettings(
  read: EnvReader,
  prefix: string,
  defaults: { readonly port: number },
): GrpcSettings {
  const address = read.address(`${prefix}GRPC_ADDRESS`, {
    means: 'Where gRPC listens. Beyond this machine it needs certificates, or …_GRPC_INSECURE.',
    fallback: { host: '127.0.0.1', port: defaults.port },
    listen: true,
  });
  const healthAddress = read.address(`${prefix}HEALTH_ADDRESS`, {
    means: 'Where health alone is served, in the clear, for probes that have no certificate.',
    fallback: undefined,
    listen: true,
  });
  const insecure = read.boolean(`${prefix}GRPC_INSECURE`, {
    means: 'Whether gRPC may listen beyond this machine without TLS and client certificates.',
    fallback: false,
  });
  const tls = readTls(read, prefix);
  if (tls === undefined && !insecure && !isLoopback(address.host)) {
    read.refuse(
      `${prefix}GRPC_ADDRESS`,
      `others can reach it, so it needs ${prefix}TLS_CERT_FILE, _KEY_FILE and _CA_FILE, or ${prefix}GRPC_INSECURE=true`,
    );
  }
  const callers = read.list(`${prefix}GRPC_CALLERS`, {
    means: 'Which roles the holder of a certificate with that name has; * is any holder.',
    fallback: [],
    pattern: CALLER,
    form: `name=role+role with roles of ${ROLES.join(', ')}`,
  });
  if (callers.length > 0 && tls === undefined) {
    read.refuse(
      `${prefix}GRPC_CALLERS`,
      `without ${prefix}TLS_CA_FILE nobody shows a certificate, so everybody may do everything`,
    );
  }
  return {
    server: {
      address,
      healthAddress,
      insecure,
      callers: callerRoles(callers),
      ...(tls === undefined ? {} : { tls: { ...tls.own, clientCaFile: tls.caFile } }),
      tlsReloadMs: read.duration(`${prefix}TLS_RELOAD_MS`, {
        means: 'How often certificate files are looked at for new ones.',
        fallback: 10_000,
        min: 100,
        max: 3_600_000,
      }),
      reflection: read.boolean(`${prefix}GRPC_REFLECTION`, {
        means: 'Whether tools such as grpcurl may ask the server for its contract.',
        fallback: false,
      }),
      limits: readLimits(read, prefix),
    },
    clientTls: tls === undefined ? undefined : { ...tls.own, caFile: tls.caFile },
    closing: {
      drainMs: read.duration(`${prefix}GRPC_DRAIN_MS`, {
        means: 'How long calls may go on after the process was told to stop.',
        fallback: 10_000,
        min: 0,
        max: MAX_DRAIN_MS,
      }),
    },
  };
}

function readLimits(read: EnvReader, prefix: string): NonNullable<ServerOptions['limits']> {
  return {
    calls: read.int(`${prefix}GRPC_MAX_CALLS`, {
      means: 'Calls that are answered at the same time; more are asked to come again.',
      fallback: SERVER_LIMITS.calls,
      min: 1,
      max: 1_000_000,
    }),
    streams: read.int(`${prefix}GRPC_MAX_STREAMS`, {
      means: 'Streaming calls that are open at the same time; more are asked to come again.',
      fallback: SERVER_LIMITS.streams,
      min: 1,
      max: 1_000_000,
    }),
  };
}

function readTls(
  read: EnvReader,
  prefix: string,
): { own: { certFile: string; keyFile: string }; caFile: string } | undefined {
  const certFile = read.text(`${prefix}TLS_CERT_FILE`, {
    means: 'The certificate (PEM, with its chain) that this service shows.',
    fallback: undefined,
  });
  const keyFile = read.text(`${prefix}TLS_KEY_FILE`, {
    means: 'The private key that belongs to it.',
    fallback: undefined,
  });
  const caFile = read.text(`${prefix}TLS_CA_FILE`, {
    means: 'The authorities whose certificates it believes, of callers and of those it calls.',
    fallback: undefined,
  });
  if (certFile !== undefined && keyFile !== undefined && caFile !== undefined) {
    refuseUnusable(read, prefix, { certFile, keyFile, caFile });
    return { own: { certFile, keyFile }, caFile };
  }
  if ((certFile ?? keyFile ?? caFile) !== undefined) {
    read.refuse(`${prefix}TLS_CERT_FILE`, 'certificate, key and authorities only go together');
  }
  return undefined;
}

const FILE_SETTINGS = {
  certFile: 'TLS_CERT_FILE',
  keyFile: 'TLS_KEY_FILE',
  caFile: 'TLS_CA_FILE',
} as const;

/** Told with all other problems, and before anything is opened. */
function refuseUnusable(read: EnvReader, prefix: string, files: CertificateFiles): void {
  for (const { file, what } of certificateProblems(files)) {
    read.refuse(`${prefix}${FILE_SETTINGS[file]}`, what);
  }
}

function callerRoles(entries: readonly string[]): CallerRoles {
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', roles = ''] = entry.split('=');
      return [name, roles.split('+') as Role[]];
    }),
  );
}
