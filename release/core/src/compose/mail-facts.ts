import { dayMinutes, hoursOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { paymentDaysOf } from '@site/contract/offer';
import { agreedTextsOf } from '@site/contract/owner-facts';
import { isUntaxed, pricesOf } from '@site/contract/prices';

/** What a hosted backend reads beside the pages. Mails to visitors need the site's address, for their links. */
export const hostedFacts = (site: Site) => ({
  ...mailFacts(site),
  visitorMails: site.visitorMails ?? site.origin !== '',
});

/** Facts of the pages for mails and calendars, as `SiteFacts` of supabase; JSON leaves out undefined ones. */
export const mailFacts = ({
  day,
  phone,
  videoTool,
  replyTime,
  prices,
  papers,
  payment,
  trainer,
  training,
  preRegistrationUrl,
}: Site) => ({
  phone: phone || undefined,
  hours: hoursOf(day),
  videoTool,
  replyTime,
  preRegistrationUrl: preRegistrationUrl || undefined,
  // Earlier readers refuse a further fact, not a further word beside the prices.
  prices: {
    ...pricesOf({ prices }),
    vat: papers?.vat,
    isNet: isUntaxed({ papers, training }),
    trainer: trainer?.name,
    earlyLeave: papers?.earlyLeave || undefined,
    dueDays: paymentDaysOf({ payment, papers }, false),
    professionalDueDays: paymentDaysOf({ payment, papers }, true),
    deposit: papers?.deposit,
    agreedTexts: agreedTextsOf({ papers, payment, training }, dayMinutes(day)),
  },
});
