import * as v from 'valibot';
import { count, moment } from './request-shapes';

const backup = v.object({
  isOn: v.boolean(),
  at: v.nullable(moment),
  host: v.nullable(v.string()),
  folder: v.nullable(v.string()),
  sameDisk: v.nullable(v.boolean()),
  withReleases: v.nullable(v.boolean()),
  bytes: v.nullable(count),
  failedSince: v.nullable(moment),
  failure: v.nullable(v.picklist(['full', 'refused', 'other'])),
});

const disk = v.object({
  host: v.string(),
  isBackup: v.boolean(),
  freeBytes: count,
  totalBytes: count,
  isLow: v.boolean(),
});

const record = v.object({
  kind: v.picklist(['spf', 'dkim', 'dmarc']),
  name: v.string(),
  state: v.picklist(['set', 'missing', 'several', 'unknown', 'away']),
  found: v.array(v.string()),
});

export const mailRecords = v.nullable(v.object({ domain: v.nullable(v.string()), records: v.array(record) }));

export const health = v.object({
  mails: v.object({
    waiting: count,
    givenUp: count,
    failed: count,
    toVisitors: v.boolean(),
  }),
  backup: v.nullable(backup),
  disks: v.nullable(v.array(disk)),
  retention: v.nullable(v.object({ requests: count, total: count, resumesAt: moment })),
  database: v.object({ bytes: count }),
});
