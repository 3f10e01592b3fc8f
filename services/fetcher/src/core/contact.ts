/** Why a public address is not asked when nobody could be written to about it. */
export const NO_CONTACT = 'no contact is set (FETCHER_CONTACT)';
