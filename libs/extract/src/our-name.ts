/** What pages call us when they speak to us alone. */
export const OUR_NAME = 'mayfly';
