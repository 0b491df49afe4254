import type { Site } from '@site/contract/host';
import type { FactValue } from '@site/contract/page-data';
import { pricesOf } from '@site/contract/prices';
import { Flex, Grid, Icon, Stack, Text, todayInParis } from '@site/shared-ui';
import { fieldId } from '@site/shared-ui/form';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, PencilLine } from 'lucide';
import { useEffect, useState } from 'react';
import { useSpace } from '../api/owner-api';
import type { Fact, FactsAnswer, FactsPreview } from '../api/release-answers';
import { callQuery } from '../api/use-call';
import { type Known, proposalFor } from '../content/fact-proposals';
import { type Subject, subjectOf, subjects } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { mailsLackInWords, PROMISES_SUBJECT, steps } from '../content/space';
import { KEYS_OF_SOME, missingKeys } from '../papers/site-fields';
import { Form } from '../view/form';
import { useIsOld } from '../view/query-result';
import { Question } from '../view/question';
import { ButtonLink, LACKING, useNamedField, ViewLink } from '../view/view-address';
import { FactField, fieldName } from './fact-field';
import { COLUMNS, isProposable, LackingParts, openKeys, readKnown } from './lacking-parts';

import { OwnPromises } from './own-promises';
import { Preview, PublishBar } from './publish-bar';
import { hasProposedPrice, OwnPrices, openPromisesOf } from './publish-now';
import { Refusals } from './refusal-panel';
import type { Refusal } from './refusals';
import {
  depositWarning,
  durationNote,
  isEmpty,
  paymentWarning,
  pricesWarning,
  useDraft,
  usePublish,
} from './use-facts';

interface FactsFormProps {
  readonly answer: FactsAnswer;
  /** Null for the list. */
  readonly subject: Subject | null;
}

/** Stays mounted while its subjects are opened one after another, so that what was refused stays marked. */
export function FactsForm({ answer, subject }: FactsFormProps) {
  const isOld = useIsOld();
  const draft = useDraft(answer);
  const { preview, publish, refused } = usePublish(draft);
  const { host, renewSite } = useSpace();
  // Another tab or device may have published what this page still counts as missing.
  useEffect(() => void renewSite(answer.seq), [answer.seq, renewSite]);
  const count = Object.keys(draft.typed).length;
  const isBusy = preview.isPending || publish.isPending;
  const publishTyped = (key: string | null) => {
    preview.reset();
    publish.mutate(key);
  };
  const look = () => {
    publish.reset();
    preview.mutate();
  };
  const found = preview.data?.answer ?? null;
  const [closed, setClosed] = useState<FactsPreview | null>(null);
  const needed = missingKeys(host.site);
  const open = openKeys(needed, draft.typed);
  const known = useKnown(draft, needed);
  const someLack = draft.facts.filter(({ key, value }) => KEYS_OF_SOME.includes(key) && isEmpty(value)).length;
  return (
    <Form
      // What was proposed before a name was known has it once its field is left.
      onBlur={() => proposeAgain(draft, known)}
      onSubmit={() => count > 0 && !isBusy && !isOld && publishTyped(null)}
    >
      <Refusals refused={refused} subject={subject} />
      {subject ? (
        <Fields
          key={subject.name}
          subject={subject}
          draft={draft}
          refused={refused}
          needed={needed}
          open={open}
          known={known}
          isBusy={isBusy}
          mailsLack={mailsLackInWords(answer.visitorMailsLack)}
          publish={count > 1 ? publishTyped : null}
        />
      ) : (
        <>
          {open.size + someLack > 0 && (
            <ButtonLink to={{ name: 'textes', subject: LACKING }} variant={open.size > 0 ? 'primary' : 'quiet'}>
              {open.size > 0 ? words.lacking(open.size) : words.someLack(someLack)}
            </ButtonLink>
          )}
          <SubjectList
            summaries={summarize(draft, { refused, open, unconfirmed: unconfirmedKeys(host.site, answer.facts) })}
          />
        </>
      )}
      {/* Nothing of this subject is published there. */}
      {(count > 0 || subject?.name !== PROMISES_SUBJECT) && (
        <PublishBar count={count} isBusy={isBusy} onPreview={look} />
      )}
      <Question
        open={found !== null && found !== closed}
        onClose={() => setClosed(found)}
        title={words.previewTitle}
        primary={{ label: words.publish, act: () => publishTyped(null), isDisabled: isBusy || isOld }}
      >
        {found && <Preview {...found} />}
      </Question>
    </Form>
  );
}

const ICONS = {
  wrong: CircleAlert,
  typed: PencilLine,
  missing: CircleDashed,
  proposed: CircleDashed,
  empty: CircleDashed,
  published: CircleCheck,
};

interface SubjectState {
  readonly subject: Subject;
  /** The state that matters most. */
  readonly kind: keyof typeof ICONS;
  readonly text: string;
}

interface Found {
  readonly refused: readonly Refusal[];
  readonly open: ReadonlySet<string>;
  /** Promises of the pages that the owner has not confirmed. */
  readonly unconfirmed: readonly string[];
}

const unconfirmedKeys = (site: Site, facts: readonly Fact[]): readonly string[] => [
  ...(hasProposedPrice(site) ? ['prices.standard'] : []),
  ...(openPromisesOf(facts)?.length ? ['promises'] : []),
];

function summarize(
  { facts, typed }: ReturnType<typeof useDraft>,
  { refused, open, unconfirmed }: Found,
): readonly SubjectState[] {
  const given = new Set(facts.flatMap(({ key, value }) => (isEmpty(value) ? [] : [key])));
  return subjects.map((subject) => {
    const keys = Object.keys(subject.facts);
    const counts = {
      wrong: refused.filter(({ key }) => subjectOf(key) === subject).length,
      typed: keys.filter((key) => key in typed).length,
      missing: keys.filter((key) => open.has(key)).length,
      proposed: keys.filter((key) => unconfirmed.includes(key)).length,
    };
    const urgent = (['wrong', 'typed', 'missing', 'proposed'] as const).filter((kind) => counts[kind] > 0);
    const [kind = keys.some((key) => given.has(key)) ? 'published' : 'empty'] = urgent;
    const texts = urgent.map((each) => words.states[each](counts[each]));
    return { subject, kind, text: texts.join(', ') || words.states[kind](0) };
  });
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '12',
  paddingBlock: '2',
  borderBottomWidth: '1px',
  borderColor: 'sand',
  lineHeight: 'snug',
  _hover: { color: 'tile' },
};

const SubjectList = ({ summaries }: { readonly summaries: readonly SubjectState[] }) => (
  <Grid
    as="ul"
    aria-label={words.title}
    templateColumns="repeat(auto-fit, minmax(min(100%, 20rem), 1fr))"
    columnGap="6"
    listStyleType="none"
  >
    {summaries.map(({ subject: { name, title }, kind, text }) => (
      <li key={name}>
        <ViewLink to={{ name: 'textes', subject: name }} css={row}>
          <Icon of={ICONS[kind]} color={kind === 'published' ? 'sage' : kind === 'wrong' ? 'alarm' : undefined} />
          <Flex flex="1" minWidth="0" wrap="wrap" columnGap="2" align="baseline" justify="space-between">
            <Text fontWeight="semibold">{title}</Text>
            <Text fontSize="sm" color="ink.soft">
              {text}
            </Text>
          </Flex>
        </ViewLink>
      </li>
    ))}
  </Grid>
);

type Current = (key: string) => FactValue | undefined;

const toldOfPayment = (currentOf: Current) =>
  paymentWarning(currentOf('payment.when'), currentOf('papers.paymentDays'));
const toldOfDeposit = (currentOf: Current) =>
  depositWarning(currentOf('payment.when'), currentOf('papers.deposit') === true);

/** Remarks beside the field of a text. */
const TOLD: Readonly<Record<string, (currentOf: Current) => string>> = {
  day: (currentOf) => durationNote(currentOf('day')),
  'payment.when': (currentOf) => [toldOfPayment(currentOf), toldOfDeposit(currentOf)].filter(Boolean).join(' '),
  'papers.paymentDays': toldOfPayment,
  'papers.deposit': toldOfDeposit,
};

interface FieldsProps {
  readonly subject: Subject;
  /** One sentence for each. */
  readonly mailsLack: readonly string[];
  readonly draft: ReturnType<typeof useDraft>;
  readonly refused: readonly Refusal[];
  /** What papers or a public site lack, and what of it nobody has typed either. */
  readonly needed: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly known: Known;
  readonly isBusy: boolean;
  /** Publishes one text with those that it needs; null while it is the only one. */
  readonly publish: ((key: string) => void) | null;
}

function Fields({ subject, draft, mailsLack, refused, needed, open, known, ...field }: FieldsProps) {
  const { typed } = draft;
  const { host } = useSpace();
  useNamedField((key) => fieldId(fieldName(key)));
  const [opened, setOpened] = useState<string | null>(null);
  const refusals = new Map(refused.map(({ key, sentence }) => [key, sentence]));
  const currentOf = (key: string) => typed[key] ?? draft.facts.find((fact) => fact.key === key)?.value;
  const fieldsOf = ({ facts }: Subject) =>
    Object.entries(facts).flatMap(([key, text]) => {
      const fact = draft.facts.find((candidate) => candidate.key === key);
      if (!fact) return [];
      const remark = TOLD[key]?.(currentOf) ?? '';
      const withRemark = remark ? `${text.place.replace(/\.$/, '')}. ${remark}` : text.place;
      const place = open.has(key) ? words.missing(withRemark, isEmpty(fact.value)) : withRemark;
      return [
        <FactField
          key={key}
          {...field}
          fact={fact}
          text={{ ...text, place }}
          proposal={isProposable(fact, typed[key], needed) ? proposalFor(key, known) : undefined}
          refusals={refusals}
          draft={draft}
          isOpen={opened === key}
          onOpen={() => setOpened(key)}
        />,
      ];
    });
  if (subject.name === LACKING) {
    const ofSome = KEYS_OF_SOME.filter(
      (key) => !(key in subject.facts) && (key in typed || isEmpty(currentOf(key) ?? false)),
    );
    return <LackingParts keys={Object.keys(subject.facts)} ofSome={ofSome} open={open} fieldsOf={fieldsOf} />;
  }
  if (subject.name === PROMISES_SUBJECT)
    return <OwnPromises facts={draft.facts} mustPublishFirst={Object.keys(typed).length > 0} />;
  return (
    <Grid templateColumns={COLUMNS} gap="6">
      {fieldsOf(subject)}
      {/* A draft would take what this publishes for a change of another device. */}
      {'prices.funded' in subject.facts && hasProposedPrice(host.site) && Object.keys(typed).length === 0 && (
        <Stack gap="2">
          <Text>{steps.prices.hint(pricesOf(host.site))}</Text>
          <OwnPrices />
        </Stack>
      )}
      {'prices.funded' in subject.facts && (
        <Text role="note">{pricesWarning(currentOf('prices.standard'), currentOf('prices.funded'))}</Text>
      )}
      {'videoLink' in subject.facts && host.backend.url !== '' && <Text>{words.linkOfMails}</Text>}
      {'visitorMails' in subject.facts && mailsLack.map((sentence) => <Text key={sentence}>{sentence}</Text>)}
    </Grid>
  );
}

function useKnown({ facts, typed }: ReturnType<typeof useDraft>, needed: ReadonlySet<string>): Known {
  const { api, host } = useSpace();
  const { data: rule } = useQuery(callQuery(api, 'owner_days', {}));
  return {
    read: readKnown(facts, typed, needed),
    product: host.site.product,
    hiddenPromises: host.site.hiddenPromises,
    address: api.session.address(),
    noticeDays: rule?.noticeDays ?? null,
    today: todayInParis(),
  };
}

/** Proposals that the owner has not changed, as a whole; the owner's own words are never written into. */
function proposeAgain(draft: ReturnType<typeof useDraft>, known: Known): void {
  for (const fact of draft.facts.filter(draft.isProposed)) {
    const proposal = proposalFor(fact.key, known);
    if (proposal !== undefined) draft.propose(fact, proposal);
  }
}
