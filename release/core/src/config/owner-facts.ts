import { boolean } from 'yup';
import { closed, givenList, givenText, optional, requiredText, secureAddress } from './fields';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const PLANS = ['standard', 'funded'] as const;

const time = () => requiredText().matches(TIME, ({ path }) => `"${path}" must be a time of the day, as 09:30`);

const dayPart = closed({ from: time(), to: time(), text: requiredText() }).test(
  'order',
  ({ path }) => `"${path}" must end after it begins`,
  // An invalid time has its own error message.
  ({ from, to }) => from < to || !TIME.test(from) || !TIME.test(to),
);

const payment = optional({ when: givenText(), how: givenText(), advance: givenText(), refusal: givenText() }).test(
  'some',
  ({ path }) => `"${path}" holds nothing: give one of when, how, advance, refusal, or leave the key out`,
  (value) => value === undefined || Object.keys(value).length > 0,
);

/** The keys of `OwnerFacts`, all optional in `site.json`. `readOwnerFiles` replaces names of files with addresses. */
export const ownerFacts = {
  trainer: optional({ name: requiredText(), path: requiredText(), photo: givenText() }),
  day: givenList(dayPart),
  tools: givenList(closed({ name: requiredText(), use: givenText(), cost: givenText() })),
  leadSources: givenList(requiredText()),
  videoTool: givenText(),
  afterSupport: givenText(),
  programmePdf: givenText(),
  replyTime: givenText(),
  payment,
  guarantee: optional({
    deadline: requiredText(),
    plans: givenList(
      requiredText().oneOf(PLANS, ({ path }) => `"${path}" must be one of ${PLANS.join(', ')}`),
    ).required(),
  }),
  nda: givenText().matches(/^(\d\s?){11}$/, {
    message: ({ path }: { readonly path: string }) => `"${path}" must be a number of eleven digits`,
    excludeEmptyString: true,
  }),
  qualiopi: optional({ category: requiredText(), certificate: requiredText() }),
  mediator: optional({ name: requiredText(), address: requiredText(), url: secureAddress() }),
  dataHost: optional({ name: requiredText(), address: requiredText(), transfers: requiredText() }),
  datesMeaning: givenText(),
  testimonialsCollection: givenText(),
  sendsFundingFile: boolean().strict(),
  visitorMails: boolean().strict(),
};
