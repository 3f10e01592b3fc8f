import { ERRORS } from '@mayfly/errors';

/** The catalogue for people: every code, what it means, and what to do with it. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, rule]) =>
      `| \`${code}\` | ${rule.grpc} | ${rule.retry ? 'yes' : 'no'} | ${rule.means} |`,
  );
  return `# Errors

Written by \`npm run fix -- pages\` from \`libs/errors/src/catalogue.ts\`; edit that.

A failure keeps its code everywhere: in gRPC as the trailing metadata \`mayfly-error-code\` beside the status, on a dead
letter as its code (on Kafka the header \`mayfly-dead-code\`), in logs as \`code\`. *Again* says whether the same call or
message, unchanged, can pass later; clients and consumers retry by it.

| code | gRPC status | again | what happened |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
