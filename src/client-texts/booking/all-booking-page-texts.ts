import type { ClientLanguage } from '#contract/enums.ts';
import { bookingTexts as ar } from './ar.ts';
import type { BookingPageTexts } from './booking-page-texts.ts';
import { bookingTexts as de } from './de.ts';
import { bookingTexts as en } from './en.ts';
import { bookingTexts as es } from './es.ts';
import { bookingTexts as fr } from './fr.ts';
import { bookingTexts as nl } from './nl.ts';

/** The texts of the booking page in all languages. */
export const allBookingPageTexts: Readonly<Record<ClientLanguage, BookingPageTexts>> = { en, de, fr, es, nl, ar };
