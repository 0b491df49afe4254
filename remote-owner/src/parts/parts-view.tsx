import { publicationGaps } from '@site/contract/publication-gaps';
import { Box, Card, Grid, Stack, Text } from '@site/shared-ui';
import { useQuery } from '@tanstack/react-query';
import { useSpace } from '../api/owner-api';
import type { LoggedChange, SiteStatus } from '../api/release-answers';
import { useReleaseQuery } from '../api/use-call';
import { formatShortMoment, upperFirst } from '../content/dates';
import { labelsOf } from '../content/fact-subjects';
import { todo } from '../content/health';
import { authorOf, partTitle, reasonOf, parts as words } from '../content/parts';
import { TitledCard } from '../view/cards';
import { TitledSection, ViewTitle } from '../view/frame';
import { LazyView } from '../view/lazy-view';
import { QueryResult } from '../view/query-result';
import { ViewTextLink } from '../view/view-address';
import { HoldNotice } from './hold-and-rollback';
import { PartCard } from './part-card';
import { titleIn } from './read-status';
import { useVisitorMails } from './visitor-mails';

const COLUMNS = 'repeat(auto-fill, minmax(min(100%, 21rem), 1fr))';

const loadFigures = async () => (await import('../figures/figures-section')).FiguresSection;

export function PartsView() {
  const { host } = useSpace();
  // Only a database that the site itself starts gets the visits with which failures are compared.
  const isWatched = host.backend.url === '';
  const query = useParts();
  // Fetched apart from the status: the parts are shown without waiting for these.
  const failureLines = useReleaseQuery('failures').data?.failures;
  const speeds = useReleaseQuery('speed').data?.speeds;
  return (
    <Stack gap="8">
      <ViewTitle>{words.title}</ViewTitle>
      <LazyView load={loadFigures} props={{}} />
      {!isWatched && <Text>{words.unwatched}</Text>}
      <QueryResult query={query} unavailable={words.unavailable}>
        {({ status, log }) => (
          <Stack gap="8">
            <TitledSection id="parts-active" title={words.active}>
              <Grid gap="4" templateColumns={COLUMNS} alignItems="start">
                {status.names.map((part) => (
                  <PartCard
                    key={part.name}
                    part={part}
                    status={status}
                    log={log}
                    failureLines={failureLines}
                    speeds={speeds}
                    isWatched={isWatched}
                  />
                ))}
                {inactiveHoldsOf(status).map(([name, hold]) => (
                  <TitledCard key={name} title={partTitle(name)} as="h4" gap="3">
                    <Text>{words.inactive}</Text>
                    <HoldNotice title={partTitle(name)} name={name} hold={hold} seq={status.seq} />
                  </TitledCard>
                ))}
              </Grid>
            </TitledSection>
            <ChangeLog log={log} titleOf={(name) => titleIn(status, name)} />
          </Stack>
        )}
      </QueryResult>
      <OpeningList />
    </Stack>
  );
}

interface ChangeLogProps {
  readonly log: readonly LoggedChange[];
  readonly titleOf: (name: string) => string;
}

function ChangeLog({ log, titleOf }: ChangeLogProps) {
  return (
    <TitledSection id="parts-log" title={words.journal}>
      {log.length === 0 && <Text>{words.journalEmpty}</Text>}
      <Stack as="ol" gap="3" listStyleType="none">
        {[...log].reverse().map(({ seq, command, parts, at, who, why, held, facts = [] }) => (
          <Box as="li" key={seq} borderBottomWidth="1px" borderColor="sand" paddingBottom="3">
            <Text overflowWrap="anywhere">
              {[
                words.commands[command] ?? command,
                ...parts.map(({ name, to }) => (to ? `${titleOf(name)} ${to}` : titleOf(name))),
                ...(facts.length > 0 ? [labelsOf(facts)] : []),
              ].join(' · ')}
            </Text>
            <Text fontSize="sm" overflowWrap="anywhere">
              {[
                formatShortMoment(at),
                authorOf(who, held?.kind),
                ...(why ? [words.why(reasonOf(why, held?.kind))] : []),
              ].join(' · ')}
            </Text>
          </Box>
        ))}
      </Stack>
    </TitledSection>
  );
}

const inactiveHoldsOf = ({ holds, names }: SiteStatus) =>
  Object.entries(holds).filter(([name]) => !names.some((part) => part.name === name));

/** Lists what `site.json` lacks for a public site. The page contains these facts, so no call is needed. */
function OpeningList() {
  const { host } = useSpace();
  const gaps = publicationGaps(host.site);
  const lacks = useVisitorMails().lack ?? [];
  return (
    <TitledSection id="opening" title={words.opening}>
      <Card>
        {gaps.length + lacks.length === 0 ? (
          <Text>{host.site.draft ? todo.ready : words.complete}</Text>
        ) : (
          <Stack as="ul" gap="3" listStyleType="none">
            {gaps.map(({ key, fact, example, location }) => (
              <Box as="li" key={key}>
                <ViewTextLink to={{ name: 'textes', field: key }} fontWeight="semibold">
                  {upperFirst(fact)}
                </ViewTextLink>
                {example && <Text overflowWrap="anywhere">{words.example(example)}</Text>}
                <Text fontSize="sm" color="ink.soft">
                  {words.shownAt(location)}
                </Text>
              </Box>
            ))}
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </Stack>
        )}
      </Card>
    </TitledSection>
  );
}

const CHANGES_SHOWN = '50';

/** Fetches the active releases together with the log, which has the reasons of changes. */
function useParts() {
  const { api } = useSpace();
  return useQuery({
    queryKey: ['release'],
    queryFn: async () => {
      const [status, log] = await Promise.all([api.release('status'), api.release('log', { limit: CHANGES_SHOWN })]);
      return { status, log: log.changes };
    },
  });
}
