import { ICalAlarmType, type ICalEvent } from 'ical-generator';

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Seconds before the day, when its owner or visitor is reminded: of a whole day at 18:00 on the day before. */
const BEFORE_S = { timed: [24 * HOUR_S, 30 * MINUTE_S], wholeDay: [6 * HOUR_S] };

export function addAlarms(event: ICalEvent, isTimed: boolean): void {
  for (const trigger of isTimed ? BEFORE_S.timed : BEFORE_S.wholeDay) {
    event.createAlarm({ type: ICalAlarmType.display, trigger, description: event.summary() });
  }
}
