import type {
  AlertMail,
  ContactMail,
  DigestMail,
  DigestRequest,
  ReservationMail,
  RetentionMail,
} from '../../../functions/_shared/claimed-mail.ts';
import type { MailSettings } from '../../../functions/_shared/compose-mail.ts';

export const settings: MailSettings = {
  from: 'Journée Automatisation <site@exemple.fr>',
  to: 'proprietaire@exemple.com',
  product: 'Journée Automatisation',
  origin: 'https://exemple.fr',
};

const claimed = { id: '12', messageId: '6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90', attempts: 0 };

export const requestedBy = {
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  name: 'Camille Durand',
  email: 'camille.durand@exemple.org',
  phone: '06 12 34 56 78',
  isAgefice: false,
  receivedAt: '2026-11-21T22:05:00Z',
  flagged: false,
};

export function contactMail(detail: Partial<ContactMail['detail']> = {}): ContactMail {
  return { ...claimed, kind: 'contact', detail: { ...requestedBy, message: 'Bonjour', ...detail } };
}

export function reservationMail(detail: Partial<ReservationMail['detail']> = {}): ReservationMail {
  const request = {
    status: 'nouvelle',
    dates: ['2026-11-23', '2026-12-01', '2026-12-31'],
    clashes: [],
  } as const;
  return {
    ...claimed,
    kind: 'reservation',
    detail: {
      ...requestedBy,
      ...request,
      dates: [...request.dates],
      clashes: [],
      clashCount: detail.clashes?.length ?? 0,
      ...detail,
    },
  };
}

export function digestRequest(changes: Partial<DigestRequest> = {}): DigestRequest {
  return { ...requestedBy, kind: 'reservation', dates: ['2026-11-23'], ...changes };
}

/** @param more requests that it counts and does not name */
export function digestMail(requests: DigestRequest[] = [digestRequest()], more = 0): DigestMail {
  const contacts = requests.filter(({ kind }) => kind === 'contact').length;
  return {
    ...claimed,
    kind: 'digest',
    detail: {
      since: requestedBy.receivedAt,
      contacts,
      reservations: requests.length - contacts + more,
      flagged: requests.filter(({ flagged }) => flagged).length,
      requests,
      more,
    },
  };
}

export function retentionMail(detail: Partial<RetentionMail['detail']> = {}): RetentionMail {
  return {
    ...claimed,
    kind: 'retention',
    detail: { requests: 7, total: 8, reason: 'share', lastRunAt: null, ...detail },
  };
}

export function alertMail(detail: Partial<AlertMail['detail']> = {}): AlertMail {
  const incidents = detail.incidents ?? [];
  const incidentCount = incidents.reduce((sum, { count }) => sum + count, 0);
  return {
    ...claimed,
    kind: 'alert',
    detail: { unsent: 0, oldestUnsentAt: null, lastError: null, incidents, incidentCount, reporters: 3, ...detail },
  };
}
