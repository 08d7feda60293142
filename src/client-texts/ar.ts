import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'العربية',
  direction: 'rtl',
  messages: {
    confirmation: {
      email: {
        subject: 'تم الحجز: {pet}، {date}، {time}',
        body: `مرحبًا {client}،

تم الحجز لكم:

{pet}
{type}
{date}، {time}

{store}
{address}
الهاتف: {phone}

قبل الزيارة: {preparation}

لتأكيد الحجز أو تغييره: {link}`,
      },
      sms: {
        body: `حجز: {pet}، {date}، {time}، {store}
{preparation}
للتأكيد أو التغيير: {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'تذكير: {pet}، {date}، {time}',
        body: `مرحبًا {client}،

نحن في انتظاركم:

{pet}
{type}
{date}، {time}

{store}
{address}
الهاتف: {phone}

قبل الزيارة: {preparation}

لتأكيد الحجز أو تغييره: {link}`,
      },
      sms: {
        body: `تذكير: {pet}، {date}، {time}، {store}
{preparation}
للتأكيد أو التغيير: {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'إلغاء: {pet}، {date}، {time}',
        body: `مرحبًا {client}،

تم إلغاء الحجز التالي:

{pet}
{type}
{date}، {time}

{store}
{address}

لاختيار وقت آخر يرجى الاتصال بنا: {phone}`,
      },
      sms: {
        body: `تم الإلغاء: {pet}، {date}، {time}، {store}
لوقت آخر يرجى الاتصال: {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'لتغيير أي شيء يرجى الاتصال بنا: {phone}',
    sms: 'للتغيير يرجى الاتصال: {phone}',
  },
  page: { language: 'اللغة' },
};
