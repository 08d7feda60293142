import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'English',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'Booked: {pet}, {date}, {time}',
        body: `Hello {client},

We have booked for you:

{pet}
{type}
{date} at {time}

{store}
{address}
Phone: {phone}

Before you come: {preparation}

To confirm or to change something: {link}`,
      },
      sms: {
        body: `Booked: {pet}, {date}, {time}, {store}
{preparation}
Confirm or change: {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Reminder: {pet}, {date}, {time}',
        body: `Hello {client},

We look forward to seeing you:

{pet}
{type}
{date} at {time}

{store}
{address}
Phone: {phone}

Before you come: {preparation}

To confirm or to change something: {link}`,
      },
      sms: {
        body: `Reminder: {pet}, {date}, {time}, {store}
{preparation}
Confirm or change: {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Cancelled: {pet}, {date}, {time}',
        body: `Hello {client},

The following booking is cancelled:

{pet}
{type}
{date} at {time}

{store}
{address}

If you would like another time, please call us: {phone}`,
      },
      sms: {
        body: `Cancelled: {pet}, {date}, {time}, {store}
For another time, please call {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'If you need to change something, please call us: {phone}',
    sms: 'To change, please call {phone}',
  },
  page: { language: 'Language' },
};
