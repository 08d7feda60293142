import type { BookingPageTexts } from './booking-page-texts.ts';

export const bookingTexts: BookingPageTexts = {
  request: 'Request an appointment',
  progress: 'Step {step} of {count}',
  emergency: 'In an emergency, please call us right away.',
  back: 'Back',
  continue: 'Continue',

  what: 'What can we do for your pet?',

  when: 'When would suit you?',
  days: 'Days with free times',
  laterDays: 'Later days',
  firstDays: 'First free days',
  times: 'Free times',

  who: 'Who is coming?',
  you: 'You',
  pet: 'Your pet',
  labels: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    petName: 'Name',
    species: 'Kind of animal',
    note: 'What should we know? (optional)',
  },
  hints: {
    email: 'We will send a code to this address.',
    phone: 'In case we have any questions.',
    note: 'Up to 1,000 characters',
  },
  species: ['Dog', 'Cat', 'Rabbit', 'Guinea pig', 'Hamster', 'Bird'],
  leaveEmpty: 'Please leave this empty',
  checkFields: 'Something is missing or needs a correction. Please look at the marked fields.',
  missing: 'Please fill this in.',
  tooLong: 'Please shorten this to {max} characters. You have entered {count}.',
  invalidEmail: 'Please enter an e-mail address such as name@example.com.',
  invalidPhone: 'Please enter a phone number with digits only, such as +44 20 7946 0000.',
  undeliverable: 'We couldn’t send an e-mail to this address. Please check it.',

  code: 'Enter your code',
  codeSent: 'We have sent a code to {email}. Once you enter the code here, the time is reserved for you.',
  codeInDemo: 'This is a demonstration: no e-mail is sent. Your code is {code}.',
  codeLabel: 'Six-digit code',
  codeHint: 'Valid for 15 minutes. If nothing arrives, please check your spam folder.',
  sendRequest: 'Send request',
  newCode: 'Send a new code',
  wrongCode: 'That code is wrong. Please check it and try again.',
  endedCode: 'This code is no longer valid. Please request a new one.',
  notSent: 'We couldn’t send you a code, so nothing has been requested. Please try again in a few minutes, or call us.',
  tooManyCodes: 'Several codes have been sent within the last hour. Please try again later, or call us.',

  taken: 'That time is no longer free. Please choose another one.',
  takenAfterCode: 'That time has just been taken. Please choose another one. You don’t need a new code.',
  chooseOther: 'Choose another time',
  typeGone: 'This is no longer offered here. Please choose something else.',
  formGone: 'This took too long, so nothing has been requested. Please check your details and continue.',

  done: 'Your request is with us',
  doneText: 'We have reserved this time for you. You will get our answer by e-mail to {email}.',
  callToChange: 'If you need to change something, please call us.',

  closed: {
    title: 'No requests at the moment',
    text: 'You can’t request an appointment here at the moment. Please call us.',
  },
  noTimes: {
    title: 'No free times',
    text: 'There is no free time to request at the moment. Please call us, and we will find one.',
  },
  dayIsFull: {
    title: 'No more requests today',
    text: 'We can’t take any more requests here today. Please call us.',
  },
  unreadable: 'Your entries did not reach us. Please try again.',
};
