/** Parameters that hold the id of a visitor's session under a name that means nothing else. */
const SESSION_NAMES = new Set([
  ...['phpsessid', 'jsessionid', 'sessionid', 'session_id', 'aspsessionid', 'asp.net_sessionid'],
  ...['bv_sessionid', 'cfid', 'cftoken', 'oscsid', 'xtcsid', 'zenid', 'sessid', 'phpsessionid'],
]);

/** Names that also mean other things; a session it is only where the value is long and at random. */
const MAYBE_SESSION = /^_?[jlp]?s(?:ess)?id$/i;
const RANDOM_VALUE = /^(?=.*\d)[0-9a-z]{24,}$/i;
const ASP_SESSION = /^aspsessionid[a-z]{8}$/i;

/** Whether a parameter is the id of a session: another visitor gets the same page without it. */
export function isSessionParameter(name: string, value: string): boolean {
  return (
    SESSION_NAMES.has(name.toLowerCase()) ||
    ASP_SESSION.test(name) ||
    (MAYBE_SESSION.test(name) && RANDOM_VALUE.test(value))
  );
}
