import { createPrivateKey, X509Certificate } from 'node:crypto';
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

/**
 * Reads all files and checks that they belong together. Somebody who replaces them does so one by
 * one, so there are moments when certificate and key do not fit.
 */
export async function readCertificates(files: CertificateFiles): Promise<Certificates> {
  const [certificate, privateKey, ca] = await Promise.all(
    [files.certFile, files.keyFile, files.caFile].map(readPem),
  );
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw new CrawlError('CONFIG_INVALID', 'a certificate and its key are only of use together');
  }
  if (certificate !== undefined && privateKey !== undefined) {
    check(files.certFile, () => {
      if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))) {
        throw new Error(`it does not belong to the key in ${files.keyFile}`);
      }
      createSecureContext({ cert: certificate, key: privateKey });
    });
  }
  if (ca !== undefined) {
    check(files.caFile, () => {
      createSecureContext({ ca });
      new X509Certificate(ca);
    });
  }
  const identity =
    certificate === undefined || privateKey === undefined ? undefined : { certificate, privateKey };
  return { identity, ca };
}

async function readPem(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (cause) {
    throw new CrawlError('CONFIG_INVALID', `${file}: cannot be read`, { cause });
  }
}

function check(file: string | undefined, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CrawlError('CONFIG_INVALID', `${file}: not a usable certificate: ${why}`, { cause });
  }
}
