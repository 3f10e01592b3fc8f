import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { CrawlError } from '@mayfly/errors';

/** Where certificates lie, as PEM. */
export interface CertificateFiles {
  /** Our own certificate, with the chain that leads to its authority. */
  readonly certFile?: string;
  /** The private key that belongs to it. */
  readonly keyFile?: string;
  /** The authorities whose certificates we believe. */
  readonly caFile?: string;
}

/** What the files held when they were read together and fitted together. */
export interface Certificates {
  readonly identity: { readonly certificate: Buffer; readonly privateKey: Buffer } | undefined;
  readonly ca: Buffer | undefined;
}

/** One file that cannot be used, and why. */
export interface FileProblem {
  readonly file: keyof CertificateFiles;
  readonly what: string;
}

type Contents = { readonly [F in keyof CertificateFiles]?: Buffer | undefined };
type Read = Buffer | undefined | { readonly unreadable: unknown };

const FILES = ['certFile', 'keyFile', 'caFile'] as const;

/**
 * Reads all files and checks that they belong together. Somebody who replaces them does so one by
 * one, so there are moments when certificate and key do not fit.
 */
export async function readCertificates(files: CertificateFiles): Promise<Certificates> {
  const reads = await Promise.all(
    FILES.map(async (file): Promise<Read> => {
      const path = files[file];
      return path === undefined
        ? undefined
        : readFile(path).catch((unreadable: unknown) => ({ unreadable }));
    }),
  );
  const { problems, contents } = judge(files, reads);
  if (problems.length > 0) {
    throw new CrawlError('CONFIG_INVALID', problems.map(({ what }) => what).join('; '));
  }
  const { certFile: certificate, keyFile: privateKey, caFile: ca } = contents;
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw new CrawlError('CONFIG_INVALID', 'a certificate and its key are only of use together');
  }
  const identity =
    certificate === undefined || privateKey === undefined ? undefined : { certificate, privateKey };
  return { identity, ca };
}

/** What keeps the files from being used now, at once: for whoever reads settings. */
export function certificateProblems(files: CertificateFiles): readonly FileProblem[] {
  const reads = FILES.map((file): Read => {
    const path = files[file];
    try {
      return path === undefined ? undefined : readFileSync(path);
    } catch (unreadable) {
      return { unreadable };
    }
  });
  return judge(files, reads).problems;
}

function judge(
  files: CertificateFiles,
  reads: readonly Read[],
): { readonly problems: readonly FileProblem[]; readonly contents: Contents } {
  const unreadable: FileProblem[] = [];
  const contents: Partial<Record<keyof CertificateFiles, Buffer>> = {};
  for (const [at, file] of FILES.entries()) {
    const read = reads[at];
    if (Buffer.isBuffer(read)) contents[file] = read;
    else if (read !== undefined) {
      const why = (read.unreadable as NodeJS.ErrnoException).code ?? String(read.unreadable);
      unreadable.push({ file, what: `${files[file]}: cannot be read (${why})` });
    }
  }
  return { problems: [...unreadable, ...misfits(files, contents)], contents };
}

function misfits(files: CertificateFiles, contents: Contents): FileProblem[] {
  const { certFile: cert, keyFile: key, caFile: ca } = contents;
  const checks: [keyof CertificateFiles, () => void][] = [];
  if (cert !== undefined && key !== undefined) {
    checks.push([
      'certFile',
      () => {
        if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
          throw new Error(`it does not belong to the key in ${files.keyFile}`);
        }
        createSecureContext({ cert, key });
      },
    ]);
  }
  if (ca !== undefined) {
    checks.push([
      'caFile',
      () => {
        createSecureContext({ ca });
        new X509Certificate(ca);
      },
    ]);
  }
  return checks.flatMap(([file, check]) => {
    try {
      check();
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return [{ file, what: `${files[file]}: not a usable certificate: ${why}` }];
    }
  });
}
