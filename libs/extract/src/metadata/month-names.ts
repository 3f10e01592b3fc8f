/** Twelve months a language: names as they stand in dates, with the short forms that are no beginnings of others. */
const LANGUAGES = [
  // English
  'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
  // German
  'januar jänner jan jän|februar feber feb|märz maerz mär mrz|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|dezember dez',
  // French
  'janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre sept|octobre oct|novembre nov|décembre déc',
  // Spanish, Catalan
  'enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre setiembre sep sept|octubre oct|noviembre nov|diciembre dic',
  'gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre',
  // Italian
  'gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set|ottobre ott|novembre nov|dicembre dic',
  // Portuguese
  'janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez',
  // Dutch
  'januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sep|oktober okt|november nov|december dec',
  // Croatian, before Polish, which calls another month listopad
  'siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga studenog|prosinca',
  // Polish
  'stycznia styczeń sty|lutego luty lut|marca marzec|kwietnia kwiecień kwi|maja maj|czerwca czerwiec cze|lipca lipiec lip|sierpnia sierpień sie|września wrzesień wrz|października październik paź|listopada listopad lis|grudnia grudzień gru',
  // Russian, Ukrainian, Bulgarian
  'января январь янв|февраля февраль фев|марта март мар|апреля апрель апр|мая май|июня июнь июн|июля июль июл|августа август авг|сентября сентябрь сен сент|октября октябрь окт|ноября ноябрь ноя|декабря декабрь дек',
  'січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня',
  'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
  // Serbian, Slovenian
  'јануар јан|фебруар феб|март мар|април апр|мај|јун|јул|август авг|септембар сеп|октобар окт|новембар нов|децембар дец',
  'januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar',
  'januarja januar|februarja februar|marca marec|aprila april|maja maj|junija junij|julija julij|avgusta avgust|septembra|oktobra|novembra|decembra',
  // Lithuanian, Estonian
  'sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio',
  'jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember',
  // Turkish
  'ocak oca|şubat şub|mart|nisan nis|mayıs|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara',
  // Swedish, Danish, Norwegian
  'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december',
  'januar|februar|marts mars|april|maj mai|juni|juli|august|september|oktober|november|december desember des',
  // Finnish
  'tammikuuta tammikuu|helmikuuta helmikuu|maaliskuuta maaliskuu|huhtikuuta huhtikuu|toukokuuta toukokuu|kesäkuuta kesäkuu|heinäkuuta heinäkuu|elokuuta elokuu|syyskuuta syyskuu|lokakuuta lokakuu|marraskuuta marraskuu|joulukuuta joulukuu',
  // Czech, Slovak
  'ledna leden|února únor|března březen|dubna duben|května květen|června červen|července červenec|srpna srpen|září|října říjen|listopadu|prosince prosinec',
  'januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra',
  // Hungarian
  'január|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus|szeptember szept|október|november|december',
  // Romanian
  'ianuarie ian|februarie|martie|aprilie|mai|iunie iun|iulie iul|august|septembrie|octombrie|noiembrie noi|decembrie',
  // Indonesian
  'januari|februari|maret|april|mei|juni|juli|agustus agu|september|oktober okt|november|desember des',
  // Greek
  'ιανουαρίου ιαν|φεβρουαρίου φεβ|μαρτίου μαρ|απριλίου απρ|μαΐου μαϊ|ιουνίου ιουν|ιουλίου ιουλ|αυγούστου αυγ|σεπτεμβρίου σεπ|οκτωβρίου οκτ|νοεμβρίου νοε|δεκεμβρίου δεκ',
  // Hebrew
  'בינואר ינואר|בפברואר פברואר|במרץ מרץ במרס|באפריל אפריל|במאי מאי|ביוני יוני|ביולי יולי|באוגוסט אוגוסט|בספטמבר ספטמבר|באוקטובר אוקטובר|בנובמבר נובמבר|בדצמבר דצמבר',
  // Arabic
  'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
];

const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    language.split('|').flatMap((names, month) => {
      const all = names.split(' ');
      return [...all, ...all.map(plain)].map((name): [string, number] => [name, month + 1]);
    }),
  ),
);

/** The month of that name in any of thirty languages, 1 to 12, however its accents are written. */
export function monthNamed(word: string): number | undefined {
  const name = word.toLowerCase().normalize('NFC');
  return MONTHS.get(name) ?? MONTHS.get(plain(name));
}

/** Without the marks above and below its letters. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '');
}
