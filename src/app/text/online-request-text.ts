import { t } from '@lingui/core/macro';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { isolateText } from './isolate-text.ts';

/** The name of the client who sent a request from the web site, as they typed it. */
export const requesterName = ({ firstName, lastName }: Pick<ReceivedOnlineRequest, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();

/**
 * The subject of a request from the web site: the pet or, if its name is missing, the client. Isolated, for use in a
 * sentence.
 */
export const requestName = (request: Pick<ReceivedOnlineRequest, 'firstName' | 'lastName' | 'petName'>) =>
  isolateText(request.petName.trim() || requesterName(request)) ||
  t({ message: 'The request', comment: 'from the web site, by someone whose name is not known' });

/** The origin of a request from the web site, as a word. */
export const webSiteText = () => t({ message: 'Web site', comment: 'where a request for an appointment comes from' });
