const CONNECTION =
  /^mongodb(?:\+srv)?:\/\/(?:[^@/?#\s]*@)?(?<hosts>[^@/?#\s,]+(?:,[^@/?#\s,]+)*)(?:\/[^?#\s]*)?(?:\?[^#\s]*)?$/;
const HOST = /^(?:\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/;

/** The hosts that a connection string names, and nothing else of it; undefined when it is none. */
export function mongoHosts(url: string): readonly string[] | undefined {
  const hosts = CONNECTION.exec(url)?.groups?.hosts?.split(',');
  return hosts?.every(isHost) === true ? hosts : undefined;
}

function isHost(text: string): boolean {
  const found = HOST.exec(text);
  return found !== null && Number(found[1] ?? 1) <= 65_535 && found[1] !== '0';
}
