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
    moved: {
      email: {
        subject: 'تغيير الموعد: {pet}، {date}، {time}',
        body: `مرحبًا {client}،

تغيّر وقت موعدكم:

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
        body: `تغيير الموعد: {pet}، {date}، {time}، {store}
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
    due: {
      email: {
        subject: 'حان الوقت من جديد: {pet}',
        body: `مرحبًا {client}،

حان الوقت من جديد:

{pet}
{type}
التاريخ المستحق: {date}

لحجز موعد يرجى الاتصال بنا: {phone}

{store}
{address}

لحجز موعد أو لإيقاف هذه التذكيرات: {link}`,
      },
      sms: {
        body: `حان الوقت: {pet}، {date}، {store}
{type}
للحجز أو إيقاف التذكير: {link}`,
      },
    },
  },
  withoutLink: {
    email: 'لتغيير أي شيء يرجى الاتصال بنا: {phone}',
    sms: 'للتغيير يرجى الاتصال: {phone}',
  },
  dueWithoutLink: {
    email: 'إذا لم تعودوا ترغبون في هذه التذكيرات فيرجى إخبارنا.',
    sms: 'لحجز موعد يرجى الاتصال: {phone}',
  },
  requests: {
    request_booked: {
      subject: 'تم الحجز: {pet}، {date}، {time}',
      body: `مرحبًا {client}،

شكرًا على طلبكم. تم الحجز لكم:

{pet}
{type}
{date}، {time}

{store}
{address}
الهاتف: {phone}

قبل الزيارة: {preparation}

لتأكيد الحجز أو تغييره: {link}`,
    },
    request_declined: {
      subject: 'طلبكم ليوم {date}، {time}',
      body: `مرحبًا {client}،

شكرًا على طلبكم. للأسف لا يمكننا تقديم هذا الموعد:

{pet}
{type}
{date}، {time}

{reason}

لاختيار وقت آخر يرجى الاتصال بنا: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'الرمز: {code}',
    body: `مرحبًا،

هذا رمز طلب الموعد لدى {practice}:

{code}

الرمز صالح لمدة 15 دقيقة. إذا لم تطلب موعدًا، فيمكنك تجاهل هذه الرسالة: لا يُحجز أي شيء بدون الرمز.`,
  },
  page: {
    language: 'اللغة',
    notFound: {
      title: 'الصفحة غير موجودة',
      text: 'هذا الرابط غير صحيح أو انتهت صلاحيته. إذا كان يخص موعدًا، فيُرجى الاتصال بالعيادة.',
    },
    tooManyRequests: { title: 'طلبات كثيرة جدًا', text: 'يُرجى الانتظار دقيقة ثم المحاولة مرة أخرى.' },
    tooLarge: { title: 'النص طويل جدًا', text: 'لم يُرسل شيء. يُرجى الرجوع واختصار النص.' },
    failed: { title: 'حدث خطأ ما', text: 'يُرجى المحاولة مرة أخرى بعد بضع دقائق أو الاتصال بالعيادة.' },
    heading: { one: 'موعدك', several: 'مواعيدك' },
    at: '{time}',
    before: 'قبل الحضور',
    where: 'أين تجدنا',
    directions: 'الاتجاهات',
    website: 'الموقع الإلكتروني',
    confirm: 'تأكيد الموعد',
    anotherTime: 'طلب وقت آخر',
    cancel: 'إلغاء الموعد',
    note: 'ما الوقت الأنسب لك؟ (اختياري)',
    noteLimit: '500 حرف كحد أقصى',
    send: 'إرسال الطلب',
    cancelWarning: 'سيصبح الوقت متاحًا لغيرك، ولا يمكنك التراجع عن ذلك هنا.',
    cancelNow: 'نعم، إلغاء',
    ask: 'يُرجى إخبارنا إن كنت ستحضر.',
    askAgain: 'لهذا الموعد وقت جديد. يُرجى إخبارنا إن كان يناسبك.',
    confirmed: 'لقد أكدت هذا الموعد. شكرًا لك!',
    anotherTimeAsked: 'لقد طلبت وقتًا آخر. سنتواصل معك، وحتى ذلك الحين يبقى هذا الوقت محجوزًا لك.',
    yourNote: 'رسالتك',
    cancelledByClient: 'لقد ألغيت هذا الموعد.',
    cancelled: 'هذا الموعد ملغى.',
    callForNew: 'لحجز تغيير الموعد، يُرجى الاتصال بنا.',
    callToCancel: 'للإلغاء، يُرجى الاتصال بنا.',
    closed: 'لم يعد من الممكن تغيير هذا الموعد هنا.',
    moved: 'لم يتغير شيء، لأن الموعد نُقل في هذه الأثناء. يُرجى الاطلاع على الوقت الجديد والإجابة مرة أخرى.',
    tooLate: 'فات أوان الإلغاء هنا، لذا يبقى موعدك محجوزًا. يُرجى الاتصال بنا.',
    impossible: 'لم يتغير شيء، لأن الموعد لم يعد متاحًا للتغيير.',
    unreadable: 'لم تصلنا إجابتك. يُرجى المحاولة مرة أخرى.',
    noteTooLong: 'يُرجى اختصار النص إلى 500 حرف. عدد الأحرف الآن {count}.',
    due: {
      title: 'حان الوقت من جديد',
      on: 'التاريخ المستحق: {date}',
      book: 'لحجز موعد، يُرجى الاتصال بنا.',
      bookOnline: 'طلب موعد عبر الإنترنت',
      nothing: 'لا شيء مستحق حاليًا. شكرًا لك!',
      reminders: 'تصلك رسالة عندما يحين الوقت من جديد لأحد حيواناتك.',
      stop: 'عدم تذكيري',
      stopped: 'لن تصلك تذكيرات بعد الآن. إذا غيّرت رأيك، فيُرجى إخبارنا.',
    },
  },
};
