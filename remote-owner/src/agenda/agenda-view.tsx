import { Grid, Stack, Text, todayInParis } from '@site/shared-ui';
import { useState } from 'react';
import { useFirstDayAhead } from '../api/owner-api';
import { useCall } from '../api/use-call';
import type { DayRule, Today } from '../api/wire';
import { dayStateOf, monthAround, monthOf } from '../calendar/month';
import { calendar } from '../content/agenda';
import { ClosedPeriods } from '../days/closed-periods';
import { DayList, DayPanel } from '../days/day-panel';
import { DayCell, Legend, MonthGrid } from '../days/month-grid';
import { RuleForm, useDayRule } from '../days/rule-form';
import { ViewTitle } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { currentView, openView } from '../view/view-address';
import { Feed } from './feed';
import { OwnCalendarSection } from './own-calendar';

const BESIDE = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 28rem) minmax(0, 1fr)' };

export function AgendaView() {
  const today = useCall('owner_today', {});
  const rule = useCall('owner_days', {});
  return (
    <Stack gap="8">
      <ViewTitle>{calendar.title}</ViewTitle>
      <QueryResult query={today}>
        {({ next }) => <QueryResult query={rule}>{(stored) => <Days next={next} stored={stored} />}</QueryResult>}
      </QueryResult>
      <OwnCalendarSection />
      <Feed />
    </Stack>
  );
}

interface DaysProps {
  readonly next: Today['next'];
  readonly stored: DayRule;
}

function Days({ next: listed, stored }: DaysProps) {
  const [today, ahead] = [todayInParis(), useFirstDayAhead()];
  const next = listed.find(({ date }) => date >= ahead);
  const { rule, edit, status } = useDayRule(stored);
  const { day, choose } = useChosenDay(next?.date ?? today);
  const agenda = useCall('owner_agenda', monthAround(day));
  const state = (day: string) =>
    dayStateOf(day, { rule, today, agendaDay: agenda.data?.find(({ date }) => date === day) });
  return (
    <Stack gap="8">
      {next && <Text fontWeight="semibold">{calendar.next(next.date, next.requests)}</Text>}
      <Grid gap="8" templateColumns={BESIDE} alignItems="start">
        <div>
          <MonthGrid
            day={day}
            onDay={choose}
            cell={(day, button) => <DayCell day={day} state={state(day)} {...button} />}
          />
          <Legend withBusy={agenda.data?.some(({ isBusy }) => isBusy)} />
        </div>
        <Stack gap="6">
          <DayPanel key={day} day={day} state={state(day)} edit={edit} />
          <QueryResult query={agenda}>{(days) => <DayList days={days} />}</QueryResult>
        </Stack>
      </Grid>
      <ClosedPeriods rule={rule} edit={edit} />
      <RuleForm rule={rule} edit={edit} status={status} />
    </Stack>
  );
}

/** The URL keeps its month, so that a reload shows it again. */
function useChosenDay(preferred: string) {
  const [day, setDay] = useState(() => {
    const { month } = currentView();
    return month === null || month === monthOf(preferred) ? preferred : `${month}-01`;
  });
  const choose = (to: string) => {
    setDay(to);
    if (monthOf(to) !== monthOf(day)) openView({ name: 'agenda', month: monthOf(to) }, { replace: true });
  };
  return { day, choose };
}
