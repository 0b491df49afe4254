import type { Site } from '@site/contract/host';
import { pricesOf } from '@site/contract/prices';
import { PROMISES, type PromiseName } from '@site/contract/promises';
import { publicationGaps } from '@site/contract/publication-gaps';
import { Box, Button, Card, Flex, Grid, Icon, Stack, Text, TextLink, VisuallyHidden } from '@site/shared-ui';
import { Circle, CircleCheck } from 'lucide';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useSpace } from '../api/owner-api';
import type { Today } from '../api/wire';
import { lowerFirst } from '../content/dates';
import { type MailsLack, mailsLackInShort, PROMISES_SUBJECT, space, steps, today as words } from '../content/space';
import { hasProposedPrice, OwnPrices, PublishNow, useOpenPromises } from '../facts/publish-now';
import { useVisitorMails } from '../parts/visitor-mails';
import { Summary, TitledSection, tapTarget } from '../view/frame';
import { LazyView } from '../view/lazy-view';
import { LACKING, ViewTextLink } from '../view/view-address';

/** Only the device knows whether the space is on its home screen. */
const STORAGE_KEY = 'espace-home-screen';

const AS_MANY_COLUMNS_AS_FIT = 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))';

const isOnHomeScreen = () =>
  window.matchMedia('(display-mode: standalone)').matches || localStorage.getItem(STORAGE_KEY) !== null;

const loadAskHostingCompany = async () => (await import('./ask-hosting-company')).AskHostingCompany;
const loadFirstRule = async () => (await import('./first-rule')).FirstRule;

/**
 * The first steps, until all are done. After the first answer to a reservation, open steps are folded, except those
 * in `TextsLeft`.
 */
export function FirstSteps({ done }: { readonly done: Today['steps'] }) {
  const { host } = useSpace();
  const { lacks: mailsLack, isPending, isUnavailable } = useVisitorMails();
  const promises = useOpenPromises();
  const papersLack = usePapersLack();
  /** Null until it has been asked. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
  const [isHome, setIsHome] = useState(isOnHomeScreen);
  const list = useFocusAfter(isAsking === true);
  const confirmHome = () => {
    localStorage.setItem(STORAGE_KEY, 'yes');
    setIsHome(true);
  };
  if (isAsking) {
    return (
      <TodaySection id="today-steps" title={steps.days.text}>
        <LazyView load={loadFirstRule} props={{ onClose: () => setIsAsking(false) }} />
      </TodaySection>
    );
  }
  // A list that grows while it is read would count steps as done.
  if (isPending || papersLack === undefined) {
    return done.answered ? null : (
      <TodaySection id="today-steps" title={words.steps}>
        <Text role="status">{space.loading}</Text>
      </TodaySection>
    );
  }
  const all: readonly (StepProps | false | null | undefined)[] = [
    !isUnavailable && emailStep(host.site),
    !isUnavailable && pricesStep(host.site),
    !done.answered && promises && promisesStep(promises),
    {
      ...steps.days,
      isDone: done.days,
      children: (
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {steps.days.link}
        </Button>
      ),
    },
    {
      ...steps.agenda,
      isDone: done.agenda,
      children: <ViewTextLink to={{ name: 'agenda', field: 'feed' }}>{steps.agenda.link}</ViewTextLink>,
    },
    mailsLack && mailsStep(mailsLack),
    !done.answered && papersLack && papersStep(papersLack),
    {
      ...steps.home,
      isDone: isHome,
      children: (
        <Button variant="quiet" onClick={confirmHome}>
          {steps.home.confirm}
        </Button>
      ),
    },
    {
      ...steps.request,
      isDone: done.request,
      children: (
        <TextLink asChild {...tapTarget}>
          <host.Link to={host.paths.booking}>{steps.request.link}</host.Link>
        </TextLink>
      ),
    },
  ];
  return (
    <StepList
      steps={all.filter((step) => !!step)}
      isFolded={done.answered === true}
      isOpen={isAsking === false}
      list={list}
    />
  );
}

interface StepListProps {
  readonly steps: readonly StepProps[];
  /** A folded list leaves out the steps that are done. */
  readonly isFolded: boolean;
  readonly isOpen: boolean;
  readonly list: Ref<HTMLDivElement>;
}

function StepList({ steps, isFolded, isOpen, list }: StepListProps) {
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return null;
  const stepsLeft = words.stepsLeft(open.length);
  const items = (
    <Grid
      ref={list}
      tabIndex={-1}
      scrollMarginTop="44"
      as="ol"
      columnGap="6"
      rowGap="4"
      templateColumns={AS_MANY_COLUMNS_AS_FIT}
    >
      {(isFolded ? open : steps).map((step) => (
        <Step key={step.text} {...step} />
      ))}
    </Grid>
  );
  return isFolded ? (
    <section aria-label={words.steps}>
      <details open={isOpen}>
        <Summary>{`${words.steps}\u00a0: ${lowerFirst(stepsLeft)}`}</Summary>
        <Card>{items}</Card>
      </details>
    </section>
  ) : (
    <TodaySection id="today-steps" title={words.steps}>
      <Text>{stepsLeft}</Text>
      {items}
    </TodaySection>
  );
}

function emailStep(site: Site): StepProps {
  const gap = publicationGaps(site).find(({ key }) => key === 'email');
  const { text, hint } = steps.email;
  return { text, hint: hint(gap?.example ?? ''), isDone: !gap, children: <OwnAddress /> };
}

const pricesStep = (site: Site): StepProps => ({
  text: steps.prices.text,
  hint: steps.prices.hint(pricesOf(site)),
  isDone: !hasProposedPrice(site),
  children: (
    <>
      <OwnPrices />
      <ViewTextLink to={{ name: 'textes', field: 'prices.standard' }}>{steps.prices.other}</ViewTextLink>
    </>
  ),
});

const promisesStep = (open: readonly PromiseName[]): StepProps => ({
  text: steps.promises.text,
  hint: promisesHint(open),
  isDone: open.length === 0,
  children: <ViewTextLink to={{ name: 'textes', subject: PROMISES_SUBJECT }}>{steps.promises.link}</ViewTextLink>,
});

const mailsStep = (lacks: MailsLack): StepProps => ({
  text: steps.mails.text,
  hint: mailsLackInShort(lacks),
  isDone: lacks.length === 0,
  children: (
    <>
      <LazyView load={loadAskHostingCompany} props={{ lacks }} />
      <ViewTextLink to={{ name: 'reglages' }}>{steps.mails.link}</ViewTextLink>
    </>
  ),
});

const papersStep = (lack: PapersLack): StepProps => ({
  text: steps.papers.text,
  hint: steps.papers.hint(lack),
  isDone: lack.count === 0,
  children: <ViewTextLink to={{ name: 'textes', subject: LACKING }}>{steps.papers.link}</ViewTextLink>,
});

function promisesHint([first, ...others]: readonly PromiseName[]): string {
  return first ? steps.promises.hint(PROMISES[first], others.length) : '';
}

/** Publishes the address of the session, which reaches the owner. */
function OwnAddress() {
  const address = useSpace().api.session.address();
  const { use, other } = steps.email;
  return (
    <>
      {address && <PublishNow label={use(address)} facts={{ email: address }} words={steps.email} />}
      <ViewTextLink to={{ name: 'textes', field: 'email' }}>{other}</ViewTextLink>
    </>
  );
}

/** The questions are gone with their button: whoever has answered them reads on at the next step. */
function useFocusAfter(isAsking: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) {
      list.current?.focus({ preventScroll: true });
      list.current?.scrollIntoView?.({ block: 'start' });
    }
    wasAsking.current = isAsking;
  }, [isAsking]);
  return list;
}

/**
 * After the first steps, until a public site and its papers lack no text and the owner has agreed to what pages
 * promise.
 */
export function TextsLeft() {
  const lack = usePapersLack();
  const promises = useOpenPromises();
  return (
    <>
      {lack && lack.count > 0 && (
        <ViewTextLink to={{ name: 'textes', subject: LACKING }}>{steps.papers.left(lack.count)}</ViewTextLink>
      )}
      {promises && promises.length > 0 && (
        <ViewTextLink to={{ name: 'textes', subject: PROMISES_SUBJECT }}>
          {steps.promises.left(promises.length)}
        </ViewTextLink>
      )}
    </>
  );
}

interface PapersLack {
  /** Counts all texts that papers or a public site lack. */
  readonly count: number;
  /** What papers lack: « la région du préfet » */
  readonly named: readonly string[];
}

/** Undefined until it is known, null where it cannot be. */
function usePapersLack(): PapersLack | null | undefined {
  const { site } = useSpace().host;
  const [lack, setLack] = useState<PapersLack | null>();
  useEffect(() => {
    import('../papers/site-fields').then(
      ({ missingFacts, missingKeys }) =>
        setLack({ count: missingKeys(site).size, named: [...missingFacts(site).values()] }),
      () => setLack(null),
    );
  }, [site]);
  return lack;
}

interface StepProps {
  readonly text: string;
  readonly hint: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ text, hint, isDone, children }: StepProps) {
  return (
    <Flex as="li" gap="3">
      <Icon of={isDone ? CircleCheck : Circle} color={isDone ? 'sage' : undefined} />
      <Box minWidth="0">
        <Text fontWeight="semibold">
          {text}
          <VisuallyHidden>{`, ${isDone ? words.done : words.open}`}</VisuallyHidden>
        </Text>
        {!isDone && (
          <>
            <Text fontSize="sm" color="ink.soft" marginBottom="2">
              {hint}
            </Text>
            {children}
          </>
        )}
      </Box>
    </Flex>
  );
}

type TodaySectionProps = Pick<ComponentProps<typeof TitledSection>, 'id' | 'title' | 'children'>;

export const TodaySection = ({ children, ...section }: TodaySectionProps) => (
  <TitledSection size="lg" gap="3" {...section}>
    <Card flex="1">
      <Stack gap="3">{children}</Stack>
    </Card>
  </TitledSection>
);
