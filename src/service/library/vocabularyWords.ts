/**
 * Everyday words -> the words that statutes and standards use for the same thing. Left of the arrow words or phrases of a
 * question, right of it words to look for as well. Gathered from the headings of the Code and the standards, subject by subject.
 */
export const WORDS = `
write off, write-off, written off > deduct deduction expense
claim, take off taxes > deduct deduction credit
buy, bought, buying, purchase > acquire purchase cost
sell, sold, selling > sale exchange disposition
swap, trade in, trading > exchange like-kind
give, gave, given away, hand over, handed > gift transfer
gift, gifted, present > gift donor transfer
inherit, inherited, heir, inheritance > decedent bequest devise inheritance
dies, died, death, dead, passes away, passed away, deceased > decedent death estate
dad, father, mom, mother, parent, parents, grandmother, grandfather, son, daughter, kid, kids, children, grandchild, grandchildren > child parent family descendant
brother, sister, sibling, uncle, aunt, cousin, nephew, niece > brother sister family related
wife, husband, married couple, spouses > spouse husband wife marital
ex-wife, ex-husband, divorce, divorced, divorcing > divorce former spouse separation
boss, company, firm > employer corporation business
staff, worker, workers, hire, hired, hiring > employee employment services
pay, paycheck, salary, paid > compensation wages remuneration payment
bonus > compensation wages
freelancer, freelance, gig, self-employed, contractor > self-employment trade business independent contractor
house, home > residence dwelling principal residence
apartment, condo, flat > dwelling unit residential
landlord, rent out, renting, tenant, rental > rental lessor lessee real property
land, lot, building, real estate > real property
car, truck, vehicle, van, suv > automobile vehicle
laptop, computer, desk, furniture, machine, machinery, equipment, tools > tangible property equipment depreciable
stock, shares, shareholder, owner > stock shareholder
owners > shareholders partners
crypto, bitcoin, cryptocurrency, token > digital asset property
bank account > deposit account financial institution
loan, borrow, borrowed, borrowing, owe, debt > indebtedness loan liability obligation
forgiven, forgave, forgive, canceled, cancelled > discharge indebtedness cancellation
lender, bank > bank lender creditor
mortgage > mortgage indebtedness acquisition
broke, insolvent, bankrupt, bankruptcy > insolvent bankruptcy title 11
lawsuit, sued, settlement, damages > damages suit agreement
hurt, injured, injury, accident > personal injury sickness
sick, ill, doctor, hospital > medical care sickness
cost, price, paid for > cost basis amount
profit, profits > gain income earnings
lost money, losing money, losses > loss net operating loss
spread, over several years, over time > amortization depreciation ratable
right away, at once, immediately, up front, same year > expense taxable year placed in service
worth, value, valued > fair market value
penalty, penalised, penalized, fine, punished > penalty addition to tax
extra tax, special tax, surcharge > additional tax imposed
late > failure file pay prescribed date
deadline, due date, how long, how late > due date period time prescribed limitation
audit, audited, irs examines > examination assessment
go back, look back, how far back > limitation period assessment
irs, government, taxman > Secretary
refund, money back > overpayment refund credit
prove, proof, receipt, receipts > substantiate records burden of proof evidence
jail, prison, crime > felony imprisoned convicted
cheat, cheated, lied, lying, fake > fraud fraudulent willful evade false
free of tax, tax free, tax-free, not taxed, exempt > exclude exclusion gross income exempt nonrecognition
taxed, taxable > include gross income
postpone, put off, delay, defer, roll over, rollover > defer nonrecognition rollover
limit, cap, maximum, most > limitation exceed dollar limitation
cutoff, threshold, phase out, phaseout, too high income > threshold phase-out applicable amount reduced
charity, charities, nonprofit, church, donate, donated, donation > charitable contribution organization
college, university, school, tuition > educational institution tuition qualified education
student > student educational
retire, retired, retirement, pension, nest egg > retirement plan pension annuity
ira > individual retirement account plan
401k > elective deferral qualified cash deferred arrangement
pull out, take out, withdraw, withdrawal, cash out > distribution
put in, putting in, chip in > contribution
insurance > insurance contract
policy > insurance contract
disaster, hurricane, flood, fire, tornado, storm > casualty disaster
stolen, theft, robbed, embezzled > theft loss
dinner, lunch, meal, food > meals food beverages
game, tickets, concert, golf, party > entertainment amusement recreation
trip, flight, hotel > travel away from home lodging
drive, driving, commute, miles > transportation
uniform, clothes > clothing
hobby, sideline, pastime > activity not engaged in for profit
start, starting, open, opening, launch > start-up active trade or business organization
close, closing, wind up, winds up, shut down, dissolve > liquidation termination dissolution
buyout, buy out, bought out > redemption liquidation retiring
buy back, buyback, bought back > redemption repurchase
take over, takeover, acquire a company > acquisition reorganization control
merge, merged, merger > merger consolidation reorganization
spin off, spinoff > distribution controlled corporation
pay out, payout > distribution dividend
hoard, hoarding, stockpile > accumulate accumulated earnings retained
partner, partners, firm > partnership partner
leaves, left, quit, retiring partner > retire liquidation withdrawal
llc > partnership limited liability
s corp, s-corp, sub s, subchapter s > S corporation
c corp, regular corporation > C corporation
founder, startup > organizer small business
overseas, abroad, offshore > foreign
foreigner, noncitizen, non-citizen, immigrant > nonresident alien foreign person
subsidiary, affiliate, sister company > controlled corporation subsidiary affiliated group
owned by the same people, common ownership > controlled group related
farmer, farm, ranch, crop > farming farm
oil, gas, well, mine > mineral oil gas depletion
bet, bets, gamble, gambling, casino > wager wagering
whiskey, liquor, moonshine > distilled spirits
cigarette, smoking > tobacco cigarettes
gun > firearm
electric car, ev > clean vehicle plug-in
solar > solar energy property
patent, invention, inventor > patent
brand, logo, trademark > trademark trade name
customer list, know-how, noncompete, non-compete > goodwill intangible covenant
software > computer software
customer, customers > customer purchaser
paid in advance, prepay, prepaid, deposit > advance payment prepaid
cash basis > cash receipts and disbursements method
accrual > accrual method
books, bookkeeping > accounting method books
year end, fiscal year > taxable year annual accounting period
same-sex, living together, unmarried > marital status
nanny, babysitter, daycare > household dependent care
disabled, handicapped > disability disabled
veteran, soldier, military, army > armed forces
priest, pastor, minister > minister gospel church
old, elderly, senior > attained age
move, moved, moving, relocate > moving expenses
vacation home, airbnb, beach house, cabin > dwelling unit vacation rental personal use
wealthy, rich > high income
prices go up, inflation > cost-of-living adjustment
lease, leased, leasing > lease lessee lessor
revenue > revenue performance obligation contract customer
impaired, impairment > impairment carrying amount
workpaper, working papers > audit documentation
warehouse count, stocktake > inventory observation
`;
