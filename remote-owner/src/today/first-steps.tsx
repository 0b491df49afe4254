import { Box, Button, Card, Flex, Grid, Icon, Stack, Text, TextLink, VisuallyHidden } from '@site/shared-ui';
import { Circle, CircleCheck } from 'lucide';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { useOwner } from '../api/owner-api';
import type { Today } from '../api/wire';
import { steps, today as words } from '../content/space';
import { useVisitorMails } from '../parts/visitor-mails';
import { Loaded } from '../view/answered';
import { TitledSection } from '../view/frame';
import { LACKING, type View, ViewLink } from '../view/view';

/** Only the device knows whether the space is on its home screen. */
const STORAGE_KEY = 'espace-home-screen';

const AS_MANY_COLUMNS_AS_FIT = 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))';

const isOnHomeScreen = () =>
  window.matchMedia('(display-mode: standalone)').matches || localStorage.getItem(STORAGE_KEY) !== null;

const loadFirstRule = async () => (await import('./first-rule')).FirstRule;

/** Until all are done or a first reservation is answered. */
export function FirstSteps({ done }: { readonly done: NonNullable<Today['steps']> }) {
  const { host } = useOwner();
  const { lack: mailsLack } = useVisitorMails();
  const papersLack = usePapersLack();
  const [isAsking, setIsAsking] = useState(false);
  const [isHome, setIsHome] = useState(isOnHomeScreen);
  const confirmHome = () => {
    localStorage.setItem(STORAGE_KEY, 'yes');
    setIsHome(true);
  };
  if (isAsking) {
    return (
      <Part id="today-steps" title={steps.days.text}>
        <Loaded load={loadFirstRule} props={{ onClose: () => setIsAsking(false) }} />
      </Part>
    );
  }
  if (done.days && done.agenda && done.request && isHome && !mailsLack?.length && !papersLack?.size) return null;
  return (
    <Part id="today-steps" title={words.steps}>
      <Grid as="ol" columnGap="6" rowGap="4" templateColumns={AS_MANY_COLUMNS_AS_FIT}>
        <Step {...steps.days} isDone={done.days}>
          <Button variant="quiet" onClick={() => setIsAsking(true)}>
            {steps.days.link}
          </Button>
        </Step>
        <Step {...steps.agenda} isDone={done.agenda}>
          <Follow to={{ name: 'agenda', field: 'feed' }}>{steps.agenda.link}</Follow>
        </Step>
        {mailsLack && (
          <Step {...steps.mails} hint={mailsLack.join(' ')} isDone={mailsLack.length === 0}>
            <Follow to={{ name: 'reglages' }}>{steps.mails.link}</Follow>
          </Step>
        )}
        {papersLack && (
          <Step
            text={steps.papers.text}
            hint={steps.papers.hint([...papersLack.values()])}
            isDone={papersLack.size === 0}
          >
            <Follow to={{ name: 'textes', subject: LACKING }}>{steps.papers.link}</Follow>
          </Step>
        )}
        <Step {...steps.home} isDone={isHome}>
          <Button variant="quiet" onClick={confirmHome}>
            {steps.home.confirm}
          </Button>
        </Step>
        <Step {...steps.request} isDone={done.request}>
          <TextLink asChild display="flex" width="fit-content" alignItems="center" minHeight="11">
            <host.Link to={host.paths.booking}>{steps.request.link}</host.Link>
          </TextLink>
        </Step>
      </Grid>
    </Part>
  );
}

/** The texts that papers lack; null until it is known. After the first days, nobody needs to load what knows it. */
function usePapersLack(): ReadonlyMap<string, string> | null {
  const { site } = useOwner().host;
  const [lack, setLack] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    import('../papers/site-fields').then(
      ({ missingFacts }) => setLack(missingFacts(site)),
      () => undefined,
    );
  }, [site]);
  return lack;
}

interface StepProps {
  readonly text: string;
  readonly hint: string;
  readonly isDone: boolean;
  /** How to do the step. */
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

type PartProps = Pick<ComponentProps<typeof TitledSection>, 'id' | 'title' | 'children'>;

export const Part = ({ children, ...section }: PartProps) => (
  <TitledSection size="lg" gap="3" {...section}>
    <Card flex="1">
      <Stack gap="3">{children}</Stack>
    </Card>
  </TitledSection>
);

interface FollowProps {
  readonly to: Partial<View>;
  readonly children: ReactNode;
}

export function Follow({ to, children }: FollowProps) {
  return (
    <TextLink asChild display="flex" width="fit-content" alignItems="center" minHeight="11">
      <ViewLink to={to}>{children}</ViewLink>
    </TextLink>
  );
}
