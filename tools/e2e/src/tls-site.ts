import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { certificateAuthority, temporaryFolder } from '@mayfly/testing';

/** What a path of a host answers over https. */
export type TlsAnswer = { readonly location: string } | { readonly body: string };

/** Some hosts on one https port, with certificates that only those believe who have the file. */
export interface TlsSite extends AsyncDisposable {
  readonly address: string;
  readonly caFile: string;
  /** The URLs that were asked for, in order. */
  readonly asked: readonly string[];
}

/** Serves these URLs; all others are not there. */
export async function tlsSite(
  hosts: readonly string[],
  answerTo: (url: string) => TlsAnswer | undefined,
): Promise<TlsSite> {
  const folder = await temporaryFolder();
  const authority = await certificateAuthority();
  const caFile = join(folder.path, 'authority.pem');
  await writeFile(caFile, authority.cert);
  const asked: string[] = [];
  const issued = await authority.issue({ name: hosts[0]!, hosts });
  const server = createServer(issued, ({ headers, url = '/' }, response) => {
    const whole = `https://${headers.host}${url}`;
    asked.push(whole);
    const answer = answerTo(whole);
    if (answer === undefined) response.writeHead(404).end();
    else if ('location' in answer) response.writeHead(301, { location: answer.location }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    caFile,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await folder[Symbol.asyncDispose]();
    },
  };
}
