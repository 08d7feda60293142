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

To confirm or make changes: {link}`,
      },
      sms: {
        body: `Booked: {pet}, {date}, {time}, {store}
{preparation}
Confirm or change: {link}`,
      },
    },
    moved: {
      email: {
        subject: 'New time: {pet}, {date}, {time}',
        body: `Hello {client},

Your appointment has a new time:

{pet}
{type}
{date} at {time}

{store}
{address}
Phone: {phone}

Before you come: {preparation}

To confirm or make changes: {link}`,
      },
      sms: {
        body: `New time: {pet}, {date}, {time}, {store}
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

To confirm or make changes: {link}`,
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

The following has been cancelled:

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
    due: {
      email: {
        subject: '{pet} is due again',
        body: `Hello {client},

It is time again for:

{pet}
{type}
Due on {date}

To book an appointment, please call us: {phone}

{store}
{address}

To book, or if you don’t want these reminders any more: {link}`,
      },
      sms: {
        body: `Due again: {pet}, {date}, {store}
{type}
Book or opt out: {link}`,
      },
    },
  },
  withoutLink: {
    email: 'If you need to change something, please call us: {phone}',
    sms: 'To change, please call {phone}',
  },
  dueWithoutLink: {
    email: 'If you don’t want these reminders any more, please let us know.',
    sms: 'To book, please call {phone}',
  },
  requests: {
    request_booked: {
      subject: 'Booked: {pet}, {date}, {time}',
      body: `Hello {client},

Thank you for your request. We have booked for you:

{pet}
{type}
{date} at {time}

{store}
{address}
Phone: {phone}

Before you come: {preparation}

To confirm or make changes: {link}`,
    },
    request_declined: {
      subject: 'Your request for {date}, {time}',
      body: `Hello {client},

Thank you for your request. Unfortunately we can’t offer you this appointment:

{pet}
{type}
{date} at {time}

{reason}

If you would like another time, please call us: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'Your code: {code}',
    body: `Hello,

Your code for the appointment request at {practice}:

{code}

It is valid for 15 minutes. If you didn’t request an appointment, you can ignore this e-mail: nothing is booked without the code.`,
  },
  page: {
    language: 'Language',
    notFound: {
      title: 'Page not found',
      text: 'This link is wrong or has expired. If it was about an appointment, please call the practice.',
    },
    tooManyRequests: { title: 'Too many requests', text: 'Please wait a minute, then try again.' },
    tooLarge: { title: 'Your text is too long', text: 'Nothing was sent. Please go back and shorten your text.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a few minutes, or call the practice.' },
    heading: { one: 'Your appointment', several: 'Your appointments' },
    at: '{time}',
    before: 'Before you come',
    where: 'Where to find us',
    directions: 'Directions',
    website: 'Website',
    confirm: 'Confirm',
    anotherTime: 'Ask for another time',
    cancel: 'Cancel appointment',
    note: 'When would suit you better? (optional)',
    noteLimit: 'Up to 500 characters',
    send: 'Send request',
    cancelWarning: 'The time will be free for others, and you can’t undo this here.',
    cancelNow: 'Yes, cancel it',
    ask: 'Please let us know whether you are coming.',
    askAgain: 'This appointment has a new time. Please let us know whether it suits you.',
    confirmed: 'You have confirmed this appointment. Thank you!',
    anotherTimeAsked:
      'You have asked for another time. We will get in touch; until then this time stays booked for you.',
    yourNote: 'Your note',
    cancelledByClient: 'You have cancelled this appointment.',
    cancelled: 'This appointment has been cancelled.',
    callForNew: 'For a new appointment, please call us.',
    callToCancel: 'To cancel, please call us.',
    closed: 'This appointment can no longer be changed here.',
    moved:
      'Nothing has been changed: the appointment was moved in the meantime. Please look at the new time and answer again.',
    tooLate: 'It is too late to cancel online, so your appointment is still booked. Please call us.',
    impossible: 'Nothing has been changed: the appointment is no longer open.',
    unreadable: 'Your answer did not reach us. Please try again.',
    noteTooLong: 'Please shorten this to 500 characters. You have entered {count}.',
    due: {
      title: 'Due again',
      on: 'Due on {date}',
      book: 'To book an appointment, please call us.',
      bookOnline: 'Request an appointment online',
      nothing: 'Nothing is due at the moment. Thank you!',
      reminders: 'You will get a message when one of your pets is due again.',
      stop: 'Don’t remind me',
      stopped: 'You won’t be reminded any more. If you change your mind, please tell us.',
    },
  },
};
