/** Programs that say who they are. Cubot makes telephones. */
const BOTS = /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|monitor|uptime|curl|wget|python/i;

/** Neither the pages that such a program opens nor its reports count. */
export const isBot = (userAgent = ''): boolean => BOTS.test(userAgent);
