/** By which name robots.txt speaks to us. */
export const AGENT = 'mayfly';

/** What sites see of us: who we are and whom to write to. */
export function userAgentOf(version: string, contact: string | undefined): string {
  return contact === undefined ? `Mayfly/${version}` : `Mayfly/${version} (+${contact})`;
}
